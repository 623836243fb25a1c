import { randomBytes } from "node:crypto";

/** Unpredictable bytes. Injected, so that a simulated run can be repeated from its seed. */
export interface Random {
  bytes(length: number): Uint8Array;
}

export const systemRandom: Random = { bytes: (length) => randomBytes(length) };
