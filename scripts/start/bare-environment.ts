/** What a program needs to run at all: where programs and libraries are, whose it is, its language and clock. */
const needed =
  /^(PATH|HOME|USER|LOGNAME|SHELL|TMPDIR|TMP|TEMP|LANG|LC_\w+|TZ|(DY)?LD_LIBRARY_PATH|SYSTEMROOT)$/i;

/**
 * The environment for a program of others or one that needs little: without the operator's secrets, which stand in ours
 * and would be in its memory, its dumps and the files about it.
 */
export function bareEnvironment(more: Record<string, string> = {}, from = process.env): NodeJS.ProcessEnv {
  const kept = Object.fromEntries(Object.entries(from).filter(([name]) => needed.test(name)));
  return { ...kept, NODE_ENV: from.NODE_ENV ?? "production", ...more };
}
