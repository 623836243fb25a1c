import { Client } from "pg";

type Query = (text: unknown, ...rest: unknown[]) => Promise<unknown>;

/**
 * Lets a test stand between this process and its database at each BEGIN or COMMIT. `act` decides what becomes of the
 * statement: `go()` sends it. Returns how to end that.
 */
export function standAt(word: "BEGIN" | "COMMIT", act: (go: () => Promise<unknown>) => Promise<unknown>) {
  // Safe: of its many forms, transactions use the one of a text, which answers with a promise.
  const prototype = Client.prototype as unknown as { query: Query };
  const { query } = prototype;
  prototype.query = function (this: unknown, text, ...rest) {
    const go = () => query.call(this, text, ...rest);
    return text === word ? act(go) : go();
  };
  return () => {
    prototype.query = query;
  };
}
