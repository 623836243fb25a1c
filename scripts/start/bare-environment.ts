/** What every program needs: paths of programs and libraries, the user, the language and the time zone. */
const needed =
  /^(PATH|HOME|USER|LOGNAME|SHELL|TMPDIR|TMP|TEMP|LANG|LC_\w+|TZ|(DY)?LD_LIBRARY_PATH|SYSTEMROOT)$/i;

/**
 * The environment for a third-party program or one that needs little: without the operator's secrets of our own
 * environment, which would end up in its memory, its dumps and its process files.
 */
export function bareEnvironment(more: Record<string, string> = {}, from = process.env): NodeJS.ProcessEnv {
  const kept = Object.fromEntries(Object.entries(from).filter(([name]) => needed.test(name)));
  return { ...kept, NODE_ENV: from.NODE_ENV ?? "production", ...more };
}
