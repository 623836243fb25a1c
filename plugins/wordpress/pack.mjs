// Makes release/sente.zip of the folder sente, as WordPress takes it: node plugins/wordpress/pack.mjs [file]
// The same files make the same bytes on every machine, so nothing is compressed, which versions of zlib do differently.

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { crc32 } from "node:zlib";

const folder = fileURLToPath(new URL("sente", import.meta.url));
const shipped = /\.(php|js|css|txt|pot|po|mo)$/;
/** The first instant that a zip can name. */
const day = (1 << 5) | 1;

const found = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => path.relative(folder, path.join(entry.parentPath ?? entry.path, entry.name)))
  .sort();
const stray = found.filter((name) => !shipped.test(name) || /(^|\/)\./.test(name));
if (stray.length > 0) throw new Error(`These are no part of the plugin: ${stray.join(", ")}`);

const file = process.argv[2] ?? path.join("release", "sente.zip");
mkdirSync(path.dirname(file), { recursive: true });
writeFileSync(file, zip(found.map((name) => [`sente/${name}`, readFileSync(path.join(folder, name))])));
process.stdout.write(`${file}: ${found.length} files\n`);

/** @param {[string, Buffer][]} entries */
function zip(entries) {
  const locals = [];
  const central = [];
  let offset = 0;
  for (const [name, bytes] of entries) {
    const shared = sharedFields(name, bytes);
    const local = Buffer.concat([header(0x04034b50), shared, Buffer.from(name), bytes]);
    // Made on Unix: a file that all may read and its owner may write.
    const more = Buffer.alloc(14);
    more.writeUInt32LE(0o100644 * 0x10000, 6);
    more.writeUInt32LE(offset, 10);
    central.push(header(0x02014b50), Buffer.from([20, 3]), shared, more, Buffer.from(name));
    locals.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...locals, directory, header(0x06054b50), end]);
}

/** What stands both before a file and in the directory: version, flags, method, time, checksum, sizes and lengths. */
function sharedFields(name, bytes) {
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(20, 0);
  fields.writeUInt16LE(day, 8);
  fields.writeUInt32LE(crc32(bytes), 10);
  fields.writeUInt32LE(bytes.length, 14);
  fields.writeUInt32LE(bytes.length, 18);
  fields.writeUInt16LE(Buffer.byteLength(name), 22);
  return fields;
}

function header(signature) {
  const four = Buffer.alloc(4);
  four.writeUInt32LE(signature);
  return four;
}
