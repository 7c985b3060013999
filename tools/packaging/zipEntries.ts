import { readFile } from 'node:fs/promises';

const endOfDirectory = 0x06054b50;
const directoryEntry = 0x02014b50;

/** The names of the files inside a zip, read from its central directory (APPNOTE.TXT 4.3.12 and 4.3.16). */
export async function zipEntries(path: string): Promise<string[]> {
  const zip = await readFile(path);
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (end < 0 || zip.readUInt32LE(end) !== endOfDirectory) throw new Error(`${path} is not a zip file`);
  const names: string[] = [];
  let offset = zip.readUInt32LE(end + 16);
  for (let count = zip.readUInt16LE(end + 10); count > 0; count--) {
    if (zip.readUInt32LE(offset) !== directoryEntry) throw new Error(`${path} has a damaged directory`);
    const nameLength = zip.readUInt16LE(offset + 28);
    names.push(zip.toString('utf8', offset + 46, offset + 46 + nameLength));
    offset += 46 + nameLength + zip.readUInt16LE(offset + 30) + zip.readUInt16LE(offset + 32);
  }
  return names;
}
