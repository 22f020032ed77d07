// @ts-check
/** Sounds, made on the spot. Nothing sounds before the reader has pressed something, or when sound is off. */

import { settings } from "./settings.js";

/** @type {AudioContext | null} */
let context = null;

/** Waits for the first press or key; browsers allow no sound before it. */
export function prepareSound() {
  const start = () => {
    removeEventListener("pointerdown", start);
    removeEventListener("keydown", start);
    const Context = globalThis.AudioContext;
    if (Context) context = new Context();
  };
  addEventListener("pointerdown", start);
  addEventListener("keydown", start);
}

/**
 * A tone that fades.
 * @param {AudioContext} audio
 * @param {{ at?: number, pitch: number, length: number, volume: number, shape?: OscillatorType }} tone
 */
function tone(audio, { at = 0, pitch, length, volume, shape = "sine" }) {
  const begin = audio.currentTime + at;
  const gain = audio.createGain();
  gain.gain.setValueAtTime(0.0001, begin);
  gain.gain.exponentialRampToValueAtTime(volume, begin + 0.005);
  gain.gain.exponentialRampToValueAtTime(0.0001, begin + length);
  const oscillator = audio.createOscillator();
  oscillator.type = shape;
  oscillator.frequency.setValueAtTime(pitch, begin);
  oscillator.connect(gain).connect(audio.destination);
  oscillator.start(begin);
  oscillator.stop(begin + length + 0.02);
}

/**
 * Wood on wood: a short noise through a filter, over a low tone.
 * @param {AudioContext} audio
 * @param {number} at
 * @param {number} pitch
 */
function knock(audio, at, pitch) {
  const length = 0.07;
  const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * length), audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i += 1) samples[i] = (Math.random() * 2 - 1) * (1 - i / samples.length) ** 6;
  const source = audio.createBufferSource();
  source.buffer = buffer;
  const filter = audio.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.value = pitch * 6;
  filter.Q.value = 0.9;
  const gain = audio.createGain();
  gain.gain.value = 0.5;
  source.connect(filter).connect(gain).connect(audio.destination);
  source.start(audio.currentTime + at);
  tone(audio, { at, pitch, length: 0.09, volume: 0.22, shape: "triangle" });
}

/** @type {Record<string, (audio: AudioContext) => void>} */
const SOUNDS = {
  move: (audio) => knock(audio, 0, 210),
  capture: (audio) => {
    knock(audio, 0, 230);
    knock(audio, 0.075, 170);
  },
  check: (audio) => {
    knock(audio, 0, 210);
    tone(audio, { at: 0.05, pitch: 740, length: 0.22, volume: 0.08 });
  },
  end: (audio) => {
    for (const [index, pitch] of [392, 494, 587].entries()) {
      tone(audio, { at: index * 0.09, pitch, length: 0.7, volume: 0.09 });
    }
  },
  low: (audio) => tone(audio, { pitch: 880, length: 0.12, volume: 0.07, shape: "triangle" }),
  refused: (audio) => tone(audio, { pitch: 150, length: 0.16, volume: 0.12, shape: "triangle" }),
};

/** @param {"move" | "capture" | "check" | "end" | "low" | "refused"} name */
export function play(name) {
  if (!context || !settings().sound) return;
  if (context.state === "suspended") context.resume().catch(() => {});
  SOUNDS[name](context);
}

/** The sound of a move. @param {{ check?: boolean, captured: unknown[] } | undefined} move */
export function playMove(move) {
  if (move) play(move.check ? "check" : move.captured.length > 0 ? "capture" : "move");
}
