// Reads a ZIP as any program does: by its central directory (APPNOTE 4.3), checking every checksum.
import { crc32, inflateRawSync } from "node:zlib";

const directoryEnd = 0x06054b50;
const directoryEntry = 0x02014b50;

function entryAt(zip: Buffer, place: number) {
  if (zip.readUInt32LE(place) !== directoryEntry)
    throw new Error("This is not an entry of a ZIP's directory.");
  const lengths = [28, 30, 32].map((field) => zip.readUInt16LE(place + field));
  const [nameLength = 0, extraLength = 0, commentLength = 0] = lengths;
  const local = zip.readUInt32LE(place + 42);
  const begin = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
  const stored = zip.subarray(begin, begin + zip.readUInt32LE(place + 20));
  return {
    name: zip.toString("utf8", place + 46, place + 46 + nameLength),
    content: zip.readUInt16LE(place + 10) === 8 ? inflateRawSync(stored) : stored,
    checksum: zip.readUInt32LE(place + 16),
    next: place + 46 + nameLength + extraLength + commentLength,
  };
}

/** Returns the files in a ZIP by their names. Throws if the ZIP is damaged or cut off. */
export function unzip(zip: Buffer): Map<string, string> {
  const end = zip.length - 22;
  if (zip.readUInt32LE(end) !== directoryEnd) throw new Error("The ZIP is cut off.");
  const files = new Map<string, string>();
  let place = zip.readUInt32LE(end + 16);
  for (let count = zip.readUInt16LE(end + 10); count > 0; count -= 1) {
    const { name, content, checksum, next } = entryAt(zip, place);
    if (crc32(content) !== checksum) throw new Error(`${name} is damaged.`);
    files.set(name, content.toString("utf8"));
    place = next;
  }
  return files;
}
