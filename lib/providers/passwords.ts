import { hash, verify } from "@node-rs/argon2";

// Argon2id with 19 MiB and two passes: some 30 ms here, which a person does not feel and a guesser does.
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Text with the parameters and the salt inside, so that old hashes keep working when the parameters change. */
export function hashPassword(password: string): Promise<string> {
  return hash(comparable(password), options);
}

/** False for a wrong password and for a hash that cannot be read. */
export async function isPassword(passwordHash: string, password: string): Promise<boolean> {
  try {
    return await verify(passwordHash, comparable(password), options);
  } catch {
    return false;
  }
}

let dummy: Promise<string> | undefined;

/** Takes as long as checking a real one, so that time does not tell whether an account exists. Always false. */
export async function verifyNothing(password: string): Promise<false> {
  dummy ??= hashPassword("a password that nobody has");
  await isPassword(await dummy, password);
  return false;
}

/** One keyboard writes é as one character and another as two: both are the same password. */
function comparable(password: string): string {
  return password.normalize("NFKC");
}
