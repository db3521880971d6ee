// Writes a compressed copy of each file beside it, which the server sends as it is.
import { globSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { promisify } from "node:util";
import { brotliCompress } from "node:zlib";

const compress = promisify(brotliCompress);

for (const file of globSync("dist/**/*.{js,css,svg}"))
  await writeFile(`${file}.br`, await compress(await readFile(file)));
