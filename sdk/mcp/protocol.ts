/** The versions of the Model Context Protocol that we speak, the newest first. */
export const versions: readonly string[] = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];

/** What a tool is asked with, as JSON Schema. */
export interface Schema {
  type: "object";
  properties: Record<string, Property>;
  required?: readonly string[];
  additionalProperties: false;
}

export interface Property {
  type: "string" | "number" | "integer" | "boolean" | "array";
  description?: string;
  enum?: readonly string[];
  maxLength?: number;
  minimum?: number;
  maxItems?: number;
  items?: Schema;
}

export interface Tool {
  name: string;
  title: string;
  description: string;
  inputSchema: Schema;
  annotations: { readOnlyHint: boolean; idempotentHint: boolean } & typeof always;
}

/** No tool destroys, or looks anywhere but at this store. */
export const always = { destructiveHint: false, openWorldHint: false } as const;

export interface ToolResult {
  content: { type: "text"; text: string }[];
  isError?: true;
}

/** What of the program at the other end is used: it may be able to ask the person in front of it. */
export interface Client {
  /** Whether the person said yes. */
  confirm?: (question: string) => Promise<boolean>;
}

/** What is behind the protocol. Its tools answer in words, and throw nothing. */
export interface Door {
  version: string;
  /** Whether the key works; throws what the API refuses with. */
  check(): Promise<unknown>;
  instructions: string;
  tools(): Promise<Tool[]>;
  /** Null where there is no such tool. */
  call(name: string, given: Record<string, unknown>, client: Client): Promise<ToolResult | null>;
  resources: readonly { uri: string; name: string; title: string; description: string; mimeType: string }[];
  /** Null where there is no such resource. */
  read(uri: string): Promise<{ text: string } | { problem: string } | null>;
}

type Id = string | number | null;
export type Reply = { jsonrpc: "2.0"; id: Id } & (
  | { result: object }
  | { error: { code: number; message: string } }
);

export const codes = { parse: -32700, request: -32600, method: -32601, params: -32602, internal: -32603 };
const noSuchResource = -32002;

export function failure(id: Id, code: number, message: string): Reply {
  return { jsonrpc: "2.0", id, error: { code, message } };
}

class Fault extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

export type Members = Record<string, unknown>;

export function isMembers(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** What a text is in JSON-RPC: a message, a list of them, or the reply to what is none. */
export function messagesOf(text: string): { messages: unknown[]; isList: boolean } | { reply: Reply } {
  try {
    const sent: unknown = JSON.parse(text);
    if (!Array.isArray(sent)) return { messages: [sent], isList: false };
    const isFit = sent.length > 0 && sent.length <= listMax;
    if (isFit) return { messages: sent, isList: true };
    return { reply: failure(null, codes.request, `A list holds 1 to ${listMax} messages.`) };
  } catch {
    return { reply: failure(null, codes.parse, "This is not JSON.") };
  }
}

/** Only the protocol of 2025-03-26 has lists. */
const listMax = 20;

/** The reply to one message; null for what wants none. */
export async function answer(door: Door, message: unknown, client: Client): Promise<Reply | null> {
  if (!isMembers(message) || message.jsonrpc !== "2.0")
    return failure(null, codes.request, "This is no message of JSON-RPC 2.0.");
  const { id, method, params = {} } = message;
  if (typeof method !== "string") {
    // An answer to what was asked: who asked takes it before it comes here.
    if ("result" in message || "error" in message) return null;
    return failure(idOf(id) ?? null, codes.request, "A request names its method.");
  }
  if (id === undefined) return null;
  const known = idOf(id);
  if (known === undefined) return failure(null, codes.request, "An id is a text or a number.");
  try {
    if (!isMembers(params)) throw new Fault(codes.params, "params must be an object.");
    return { jsonrpc: "2.0", id: known, result: await carryOut(door, method, params, client) };
  } catch (error) {
    if (error instanceof Fault) return failure(known, error.code, error.message);
    // Our own bug. Nothing of it is told: it could hold a secret.
    return failure(known, codes.internal, "This failed because of a fault of ours.");
  }
}

function idOf(id: unknown): string | number | undefined {
  return typeof id === "string" || typeof id === "number" ? id : undefined;
}

async function carryOut(door: Door, method: string, params: Members, client: Client): Promise<object> {
  switch (method) {
    case "initialize":
      return introduce(door, params);
    case "ping":
      return {};
    case "tools/list":
      return { tools: await door.tools() };
    case "tools/call":
      return callTool(door, params, client);
    case "resources/list":
      return { resources: door.resources };
    case "resources/templates/list":
      return { resourceTemplates: [] };
    case "resources/read":
      return readResource(door, params);
    default:
      throw new Fault(codes.method, `There is no method ${shown(method)}.`);
  }
}

/** Who asks for a version that we do not speak is offered our newest, and decides. */
function introduce({ version, instructions }: Door, { protocolVersion }: Members): object {
  const asked = versions.find((one) => one === protocolVersion);
  return {
    protocolVersion: asked ?? versions[0],
    capabilities: { tools: {}, resources: {} },
    serverInfo: { name: "sente", title: "Sente", version },
    instructions,
  };
}

async function callTool(door: Door, params: Members, client: Client): Promise<object> {
  const { name, arguments: given = {} } = params;
  if (typeof name !== "string") throw new Fault(codes.params, "Name the tool.");
  if (!isMembers(given)) throw new Fault(codes.params, "arguments must be an object.");
  const result = await door.call(name, given, client);
  if (result) return result;
  throw new Fault(codes.params, `There is no tool ${shown(name)} for this key.`);
}

async function readResource(door: Door, { uri }: Members): Promise<object> {
  const about = door.resources.find((one) => one.uri === uri);
  const read = about && (await door.read(about.uri));
  if (!about || !read) throw new Fault(noSuchResource, "There is no such resource.");
  if ("problem" in read) throw new Fault(codes.internal, read.problem);
  return { contents: [{ uri: about.uri, mimeType: about.mimeType, text: read.text }] };
}

function shown(name: string): string {
  return JSON.stringify(name.slice(0, 60));
}
