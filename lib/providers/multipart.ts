/** The file of a form, as it arrives. */
interface FormFile {
  name: string;
  type: string;
  bytes: AsyncIterable<Uint8Array>;
}

const headMax = 16 * 1024;

/**
 * The first file of a form of type multipart/form-data, read as it arrives: the framework would hold all of it in memory.
 * Null where the form has none. `bytes` throws where the form ends before the file does.
 */
export async function readFormFile(
  contentType: string,
  body: AsyncIterable<Uint8Array>,
): Promise<FormFile | null> {
  const boundary = /boundary=(?:"([^"]{1,70})"|([^;,\s]{1,70}))/i.exec(contentType);
  if (!/^multipart\/form-data/i.test(contentType) || !boundary) return null;
  const mark = Buffer.from(`\r\n--${boundary[1] ?? boundary[2]}`);
  const source = body[Symbol.asyncIterator]();
  // The first mark has no line before it.
  let held: Buffer = Buffer.from("\r\n");
  const more = async () => {
    const { value, done } = await source.next();
    if (!done) held = held.byteLength === 0 ? asBuffer(value) : Buffer.concat([held, value]);
    return !done;
  };
  for (;;) {
    // Skips to the next part, and reads its head.
    const at = held.indexOf(mark);
    if (at < 0) {
      held = held.subarray(Math.max(0, held.byteLength - mark.byteLength));
      if (!(await more())) return null;
      continue;
    }
    const start = at + mark.byteLength;
    const end = held.indexOf("\r\n\r\n", start);
    if (end < 0) {
      held = held.subarray(at);
      if (held.byteLength > headMax || !(await more())) return null;
      continue;
    }
    const head = headOf(held.subarray(start, end).toString("utf8"));
    held = held.subarray(end + 4);
    if (head) return { ...head, bytes: until(mark) };
    // The mark of the next part begins with the end of this one's line.
    held = Buffer.concat([Buffer.from("\r\n"), held]);
  }

  async function* until(stop: Buffer): AsyncGenerator<Uint8Array> {
    for (;;) {
      const at = held.indexOf(stop);
      if (at >= 0) {
        if (at > 0) yield held.subarray(0, at);
        return;
      }
      // What may be the beginning of the mark waits for the next piece.
      const sure = held.byteLength - stop.byteLength;
      if (sure > 0) {
        const piece = held.subarray(0, sure);
        held = held.subarray(sure);
        yield piece;
      }
      if (!(await more())) throw new BrokenForm();
    }
  }
}

/** The form ended before its file did. */
export class BrokenForm extends Error {}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function headOf(head: string): { name: string; type: string } | null {
  const name = /^content-disposition:.*?;\s*filename="((?:[^"\\\r\n]|\\.)*)"/im.exec(head)?.[1];
  if (name === undefined) return null;
  const type = /^content-type:\s*([^\r\n;]+)/im.exec(head)?.[1]?.trim() ?? "";
  // Browsers write a quote in a name as %22.
  return { name: name.replace(/%22/g, '"').replace(/\\(.)/g, "$1"), type };
}
