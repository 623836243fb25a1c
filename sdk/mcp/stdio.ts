import { randomUUID } from "node:crypto";
import type { Readable, Writable } from "node:stream";
import { StringDecoder } from "node:string_decoder";
import { confirmWithinMs } from "./confirm.ts";
import { type DoorOptions, openDoor } from "./door.ts";
import {
  answer,
  type Client,
  codes,
  type Door,
  failure,
  isMembers,
  type Members,
  messagesOf,
} from "./protocol.ts";

const lineMax = 1024 * 1024;

/** `sente mcp`: the protocol on stdin and stdout, where nothing else is written, until stdin ends. */
export async function mcp(options: DoorOptions): Promise<void> {
  // Who started us is gone: there is nobody to tell.
  process.stdout.on("error", () => process.exit());
  await serveStdio(openDoor(options), process.stdin, process.stdout);
}

/** Several requests are answered at once; what is no message is said, and the next one is read. */
export async function serveStdio(door: Door, input: Readable, output: Writable): Promise<void> {
  const write = (message: unknown) => void output.write(`${JSON.stringify(message)}\n`);
  const asked = new Map<unknown, (answer: Members) => void>();
  let client: Client = {};
  const confirm = (question: string) =>
    new Promise<boolean>((resolve) => {
      const id = `ask-${randomUUID()}`;
      asked.set(id, ({ result }) => resolve(isMembers(result) && result.action === "accept"));
      setTimeout(resolve, confirmWithinMs, false).unref();
      write({ jsonrpc: "2.0", id, method: "elicitation/create", params: { message: question, ...noFields } });
    });
  const take = async (text: string) => {
    const read = messagesOf(text);
    if ("reply" in read) return write(read.reply);
    const replies = await Promise.all(
      read.messages.map((message) => {
        if (isMembers(message) && message.method === "initialize")
          client = canAsk(message.params) ? { confirm } : {};
        if (isMembers(message) && message.method === undefined) answered(message);
        return answer(door, message, client);
      }),
    );
    const wanted = replies.filter((reply) => reply !== null);
    if (wanted.length > 0) write(read.isList ? wanted : wanted[0]);
  };
  const answered = (message: Members) => {
    asked.get(message.id)?.(message);
    asked.delete(message.id);
  };
  const open = new Set<Promise<unknown>>();
  for await (const line of linesOf(input)) {
    if (line === null) write(failure(null, codes.request, `A message has at most ${lineMax} characters.`));
    else if (line.trim() !== "") {
      const work = take(line).finally(() => open.delete(work));
      open.add(work);
    }
  }
  // Whoever was asked cannot answer any more.
  for (const settle of asked.values()) settle({});
  await Promise.all(open);
}

/** An answer is a yes; there is nothing to fill in. */
const noFields = { requestedSchema: { type: "object", properties: {} } };

/** Whether the client shows our question to the person itself: no assistant can answer in their place. */
function canAsk(params: unknown): boolean {
  const { capabilities } = isMembers(params) ? params : {};
  const { elicitation } = isMembers(capabilities) ? capabilities : {};
  if (!isMembers(elicitation)) return false;
  // Without a word about forms, forms are meant.
  return "form" in elicitation || Object.keys(elicitation).length === 0;
}

/** Each line; null in place of one that is too long, of which nothing is kept. */
async function* linesOf(input: Readable): AsyncGenerator<string | null> {
  const decoder = new StringDecoder("utf8");
  let line = "";
  let isTooLong = false;
  for await (const piece of input) {
    const [first = "", ...others] = decoder.write(piece).split("\n");
    line += first;
    for (const next of others) {
      yield isTooLong || line.length > lineMax ? null : line;
      [line, isTooLong] = [next, false];
    }
    if (line.length > lineMax) [line, isTooLong] = ["", true];
  }
  if (isTooLong || line.length > lineMax) yield null;
  else yield line;
}
