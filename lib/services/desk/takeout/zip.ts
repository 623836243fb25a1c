import { Zip, ZipDeflate, ZipPassThrough } from "fflate";

/** A piece of a file inside of the archive. Pieces of one file follow each other. */
export interface FilePiece {
  name: string;
  bytes: Uint8Array;
}

/**
 * An archive of files, as bytes in parts of at most a few hundred kilobytes: neither the files nor the archive are ever whole
 * in memory. `at`: the time that its files bear, so that the same pieces make the same bytes.
 */
export async function* zipped(pieces: AsyncIterable<FilePiece>, at: Date): AsyncGenerator<Uint8Array> {
  const out: Uint8Array[] = [];
  let broken: Error | null = null;
  const zip = new Zip((error, data) => {
    if (error) broken = error;
    else out.push(data);
  });
  let openName: string | null = null;
  let file: ZipDeflate | ZipPassThrough | null = null;
  for await (const { name, bytes } of pieces) {
    if (openName !== name) {
      file?.push(nothing, true);
      file = fileOf(name, at);
      zip.add(file);
      openName = name;
    }
    file?.push(bytes, false);
    if (broken) throw broken;
    yield* out.splice(0);
  }
  file?.push(nothing, true);
  zip.end();
  if (broken) throw broken;
  yield* out.splice(0);
}

const nothing = new Uint8Array();

/** Pictures are packed already. */
function fileOf(name: string, at: Date): ZipDeflate | ZipPassThrough {
  const file = name.startsWith("pictures/") ? new ZipPassThrough(name) : new ZipDeflate(name, { level: 6 });
  file.mtime = at;
  return file;
}
