import { hash, verify } from "@node-rs/argon2";
import { Invalid, say } from "@/lib/domain/refusal";
import { createTurns } from "./turns";

// Argon2id with 19 MiB and two passes: about 30 ms here, which a user does not notice but which slows a guesser.
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Each hash takes a processor and 19 MiB, so a sender of many passwords must not take both from everybody else. */
const turns = createTurns({ atOnce: 2, waitingMax: 64 });

/** Throws Invalid on `password` when too many wait already. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (turns.isFull()) throw new Invalid({ password: [say("busy")] });
  return turns.take(work);
}

/** Text with the parameters and the salt inside, so that old hashes keep working when the parameters change. */
export async function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(comparable(password), options));
}

/** False for a wrong password and for a hash that cannot be read. */
export async function isPassword(passwordHash: string, password: string): Promise<boolean> {
  return inTurn(() => verify(passwordHash, comparable(password), options).catch(() => false));
}

let dummy: Promise<string> | undefined;

/** Takes as long as checking a real one, so that time does not tell whether an account exists. Always false. */
export async function verifyNothing(password: string): Promise<false> {
  dummy ??= hash("a password that nobody has", options);
  await isPassword(await dummy, password);
  return false;
}

/** One keyboard writes é as one character, another as two: both give the same password. */
function comparable(password: string): string {
  return password.normalize("NFKC");
}
