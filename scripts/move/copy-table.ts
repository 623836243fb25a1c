import { type Client, Query } from "pg";

/** What PostgreSQL's client does while a table is copied, which its types leave out. */
interface CopyWire {
  stream: {
    pause(): void;
    resume(): void;
    once(event: "drain", listener: () => void): void;
    writableNeedDrain: boolean;
  };
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(why: string): void;
}

interface CopyQuery {
  handleCopyInResponse(connection: CopyWire): void;
  handleCopyData(message: { chunk: Buffer }): void;
  handleError(error: Error, connection: CopyWire): void;
  handleReadyForQuery(connection: CopyWire): void;
}

/** Sends what one database says of a statement to another, as it comes; neither holds the whole. */
export async function copyRows(
  from: { client: Client; sql: string },
  to: { client: Client; sql: string },
): Promise<void> {
  const reader = copying(from.sql);
  const writer = copying(to.sql);
  const begun = new Promise<CopyWire>((resolve) => {
    writer.query.handleCopyInResponse = resolve;
  });
  to.client.query(writer.query);
  const target = await Promise.race([
    begun,
    writer.done.then(() => Promise.reject(new Error("The copy did not begin."))),
  ]);
  const source = wireOf(from.client);
  reader.query.handleCopyData = ({ chunk }) => {
    // The parser uses its buffer again.
    target.sendCopyFromChunk(Buffer.from(chunk));
    if (!target.stream.writableNeedDrain) return;
    source.stream.pause();
    target.stream.once("drain", () => source.stream.resume());
  };
  from.client.query(reader.query);
  try {
    await Promise.race([reader.done, writer.done]);
  } catch (error) {
    target.sendCopyFail("the source failed");
    throw error;
  }
  target.endCopyFrom();
  await writer.done;
}

/** A statement whose rows are handled by us. */
function copying(sql: string): { query: Query & CopyQuery; done: Promise<void> } {
  // Safe: the client's own class, with the functions that it calls.
  const query = new Query(sql) as Query & CopyQuery;
  const ended = query.handleReadyForQuery.bind(query);
  const failed = query.handleError.bind(query);
  const done = new Promise<void>((resolve, reject) => {
    query.handleReadyForQuery = (connection) => {
      ended(connection);
      resolve();
    };
    query.handleError = (error, connection) => {
      failed(error, connection);
      reject(error);
    };
  });
  done.catch(() => undefined);
  query.on("error", () => undefined);
  return { query, done };
}

function wireOf(client: Client): CopyWire {
  // Safe: every client has it.
  return (client as unknown as { connection: CopyWire }).connection;
}
