// @ts-check
/** The server's answers. Every failure is an `ApiError` with a code. */

/** @import { Catalog, Created, Explanation, GameData, Kind, PositionData, RulesData, Summary } from "./types.js" */

export class ApiError extends Error {
  /**
   * @param {string} code
   * @param {string} message
   * @param {number} status 0 where no answer came
   * @param {any} [details]
   */
  constructor(code, message, status, details = {}) {
    super(message);
    this.code = code;
    this.status = status;
    this.details = details;
  }
}

/** @param {Response} response @returns {Promise<ApiError>} */
async function errorOf(response) {
  try {
    const { error } = await response.json();
    return new ApiError(error.code, error.message, response.status, error);
  } catch {
    return new ApiError("http", `${response.status} ${response.statusText}`, response.status);
  }
}

/**
 * @param {string} path
 * @param {{ method?: string, body?: unknown, token?: string | null, signal?: AbortSignal }} [options]
 * @returns {Promise<Response>}
 */
async function request(path, { method, body, token, signal } = {}) {
  /** @type {Record<string, string>} */
  const headers = {};
  if (token) headers.Authorization = `Bearer ${token}`;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  let response;
  try {
    response = await fetch(path, {
      method: method ?? (body === undefined ? "GET" : "POST"),
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
      signal,
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError("offline", "no connection to the server", 0);
  }
  if (!response.ok) throw await errorOf(response);
  return response;
}

/** @param {string} path @param {any} [options] @returns {Promise<any>} */
async function json(path, options) {
  return (await request(path, options)).json();
}

/** @type {Promise<Catalog> | null} */
let catalogAnswer = null;

/**
 * Takes the answer to a request that was made before this module was there.
 * @param {Promise<Response>} answer
 */
export function useCatalog(answer) {
  const offline = () => {
    throw new ApiError("offline", "no connection to the server", 0);
  };
  catalogAnswer = answer.then(async (response) => {
    if (!response.ok) throw await errorOf(response);
    return response.json();
  }, offline);
  catalogAnswer.catch(() => (catalogAnswer = null));
}

/** The list of games; asked for once. @returns {Promise<Catalog>} */
export function catalog() {
  catalogAnswer ??= json("/api/catalog").catch((error) => {
    catalogAnswer = null;
    throw error;
  });
  return catalogAnswer;
}

/** @param {string} name @returns {Promise<Kind>} */
export async function kindNamed(name) {
  const kind = (await catalog()).kinds.find((kind) => kind.name === name);
  if (!kind) throw new ApiError("unknown_game", `no game is called ${name}`, 404);
  return kind;
}

/** @param {string} kind @param {AbortSignal} [signal] @returns {Promise<RulesData>} */
export const rules = (kind, signal) => json(`/api/catalog/${encodeURIComponent(kind)}/rules`, { signal });

/** @param {unknown} body @returns {Promise<Created>} */
export const createGame = (body) => json("/api/games", { body });

/** @param {string} id @param {string | null} token @param {AbortSignal} [signal] @returns {Promise<GameData>} */
export const readGame = (id, token, signal) => json(`/api/games/${encodeURIComponent(id)}`, { token, signal });

/** @param {string} id @param {{ invite: string, nonce: string, name?: string }} body @returns {Promise<{ side: any, token: string }>} */
export const joinGame = (id, body) => json(`/api/games/${encodeURIComponent(id)}/join`, { body });

/** @param {string[]} ids @param {AbortSignal} [signal] @returns {Promise<{ games: Summary[] }>} */
export const readGames = (ids, signal) => json(`/api/games?ids=${ids.map(encodeURIComponent).join(",")}`, { signal });

/** @param {{ game: string, fen?: string, moves?: string[] }} body @param {AbortSignal} [signal] @returns {Promise<PositionData>} */
export const position = (body, signal) => json("/api/position", { body, signal });

/** @param {{ game: string, board: string, turn: string, castling?: string }} body @returns {Promise<{ fen: string }>} */
export const setup = (body) => json("/api/position/setup", { body });

/** @param {{ game: string, fen?: string, moves?: string[], move: string }} body @param {AbortSignal} [signal] @returns {Promise<Explanation>} */
export const explain = (body, signal) => json("/api/explain", { body, signal });

/** @param {{ text: string, from?: string, to: string, game?: string }} body @returns {Promise<{ text: string, games: number, notes: string[] }>} */
export const convert = (body) => json("/api/convert", { body });

/**
 * A stream of JSON lines. Ends when the server ends it; the signal stops it.
 * @param {string} path
 * @param {unknown} body
 * @param {AbortSignal} signal
 * @param {string | null} [token]
 * @returns {AsyncGenerator<any>}
 */
async function* lines(path, body, signal, token = null) {
  const response = await request(path, { body, signal, token });
  if (!response.body) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    const parts = (rest + (value ?? "")).split("\n");
    rest = done ? "" : (parts.pop() ?? "");
    for (const part of parts) if (part.trim()) yield JSON.parse(part);
    if (done) return;
  }
}

/** @param {{ game: string, fen?: string, moves?: string[], lines: number, depth?: number, time?: number }} body @param {AbortSignal} signal */
export const analysis = (body, signal) => lines("/api/analysis", body, signal);

/** @param {string} id @param {AbortSignal} signal @param {string | null} token */
export const review = (id, signal, token) => lines(`/api/games/${encodeURIComponent(id)}/review`, {}, signal, token);
