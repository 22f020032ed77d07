// @ts-check
/**
 * The socket of one game. It comes back by itself after a break, and sends again, with the same ids, the commands that
 * have no answer yet: the server does each of them once.
 */

/** @typedef {"connecting" | "open" | "reconnecting" | "offline" | "closed"} Phase */

/**
 * @typedef {object} Handlers
 * @property {(message: any) => void} onMessage `state`, `update`, `presence` and `bye`
 * @property {(phase: Phase) => void} onPhase
 * @property {(id: string, command: any) => void} onAck
 * @property {(id: string, command: any, error: any) => void} onRefused
 * @property {(lag: number) => void} [onLag]
 */

/**
 * @typedef {object} Surroundings What a test replaces.
 * @property {(address: string) => any} open
 * @property {(run: () => void, ms: number) => any} later
 * @property {(timer: any) => void} cancel
 * @property {() => number} now
 * @property {() => number} random
 */

/** @type {Surroundings} */
const REAL = {
  open: (address) => new WebSocket(address),
  later: (run, ms) => setTimeout(run, ms),
  cancel: (timer) => clearTimeout(timer),
  now: () => performance.now(),
  random: Math.random,
};

const PING_EVERY = 15_000;
const PONG_WITHIN = 8_000;
const LONGEST_WAIT = 10_000;
/** After this many tries that failed the page says that there is no connection. */
const TRIES_BEFORE_OFFLINE = 4;

/** How long to wait before a try: half a second, doubled each time, never more than ten. @param {number} tries @param {number} random */
export function backoff(tries, random) {
  const wait = Math.min(LONGEST_WAIT, 500 * 2 ** tries);
  return Math.round(wait * (0.75 + 0.25 * random));
}

export class Connection {
  /** @type {any} */
  #socket = null;
  /** Commands without an answer, in the order in which they were given. @type {Map<string, any>} */
  #waiting = new Map();
  /** @type {number | null} */
  #seq = null;
  #tries = 0;
  #ready = false;
  /** @type {Phase} */
  #phase = "connecting";
  #pings = 0;
  #pingSent = 0;
  /** @type {any} */
  #retryTimer = null;
  /** @type {any} */
  #pingTimer = null;
  /** @type {any} */
  #pongTimer = null;

  /**
   * @param {string} address
   * @param {string | null} token
   * @param {Handlers} handlers
   * @param {Surroundings} [surroundings]
   */
  constructor(address, token, handlers, surroundings = REAL) {
    this.address = address;
    this.token = token;
    this.handlers = handlers;
    this.around = surroundings;
  }

  get phase() {
    return this.#phase;
  }

  /** How many commands have no answer yet. */
  get unanswered() {
    return this.#waiting.size;
  }

  /** Opens the socket now. */
  connect() {
    if (this.#phase === "closed") return;
    this.around.cancel(this.#retryTimer);
    this.#drop();
    const socket = this.around.open(this.address);
    this.#socket = socket;
    socket.onopen = () => socket === this.#socket && this.#hello();
    socket.onmessage = (/** @type {{ data: string }} */ event) => socket === this.#socket && this.#receive(event.data);
    socket.onclose = () => socket === this.#socket && this.#lost();
    socket.onerror = () => {};
  }

  /** Tries again at once, instead of waiting for the next turn. */
  retryNow() {
    if (this.#phase === "reconnecting" || this.#phase === "offline") this.connect();
  }

  /**
   * Sends a command, now or when the socket is back.
   * @param {string} id
   * @param {any} command
   */
  send(id, command) {
    this.#waiting.set(id, command);
    if (this.#ready) this.#write({ t: "command", id, command });
  }

  /** Forgets a command that was not sent yet or has no answer. @param {string} id */
  forget(id) {
    this.#waiting.delete(id);
  }

  /** Asks for a sign of life; for pages that were asleep. */
  probe() {
    if (this.#ready) this.#ping();
    else this.retryNow();
  }

  close() {
    this.#setPhase("closed");
    this.around.cancel(this.#retryTimer);
    this.#drop();
  }

  #hello() {
    this.#write({ t: "hello", token: this.token, after: this.#seq });
  }

  /** @param {string} data */
  #receive(data) {
    let message;
    try {
      message = JSON.parse(data);
    } catch {
      return;
    }
    switch (message.t) {
      case "state":
        this.#seq = message.game.seq;
        this.#tries = 0;
        this.handlers.onMessage(message);
        if (!this.#ready) this.#becomeReady();
        break;
      case "update":
        this.#seq = message.seq;
        this.handlers.onMessage(message);
        break;
      case "ack":
        this.#answered(message.id, (command) => this.handlers.onAck(message.id, command));
        break;
      case "refused":
        this.#answered(message.id, (command) => this.handlers.onRefused(message.id, command, message.error));
        break;
      case "pong":
        if (message.n === this.#pings) {
          this.around.cancel(this.#pongTimer);
          this.handlers.onLag?.(this.around.now() - this.#pingSent);
        }
        break;
      default:
        this.handlers.onMessage(message);
    }
  }

  /** @param {string} id @param {(command: any) => void} tell */
  #answered(id, tell) {
    if (!this.#waiting.has(id)) return;
    const command = this.#waiting.get(id);
    this.#waiting.delete(id);
    tell(command);
  }

  #becomeReady() {
    this.#ready = true;
    this.#setPhase("open");
    for (const [id, command] of this.#waiting) this.#write({ t: "command", id, command });
    this.#ping();
  }

  #ping() {
    this.around.cancel(this.#pingTimer);
    this.around.cancel(this.#pongTimer);
    this.#pings += 1;
    this.#pingSent = this.around.now();
    this.#write({ t: "ping", n: this.#pings });
    this.#pongTimer = this.around.later(() => this.#lost(), PONG_WITHIN);
    this.#pingTimer = this.around.later(() => this.#ping(), PING_EVERY);
  }

  /** @param {any} message */
  #write(message) {
    try {
      this.#socket?.send(JSON.stringify(message));
    } catch {
      this.#lost();
    }
  }

  #lost() {
    if (this.#phase === "closed") return;
    this.#drop();
    const wait = backoff(this.#tries, this.around.random());
    this.#tries += 1;
    this.#setPhase(this.#tries > TRIES_BEFORE_OFFLINE ? "offline" : "reconnecting");
    this.around.cancel(this.#retryTimer);
    this.#retryTimer = this.around.later(() => this.connect(), wait);
  }

  #drop() {
    this.#ready = false;
    this.around.cancel(this.#pingTimer);
    this.around.cancel(this.#pongTimer);
    const socket = this.#socket;
    this.#socket = null;
    try {
      socket?.close();
    } catch {
      // It was not open.
    }
  }

  /** @param {Phase} phase */
  #setPhase(phase) {
    if (phase === this.#phase) return;
    this.#phase = phase;
    this.handlers.onPhase(phase);
  }
}

/** The address of the socket of a game. @param {string} id */
export function socketAddress(id) {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  return `${scheme}://${location.host}/api/games/${encodeURIComponent(id)}/socket`;
}
