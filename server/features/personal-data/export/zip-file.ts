import { PassThrough, pipeline, Readable } from "node:stream";
import { ZipFile } from "yazl";

export interface ZippedFile {
  readonly name: string;
  readonly parts: () => AsyncIterable<string | Buffer>;
}

/** A ZIP that is written while it is being read. Each file starts when the one before it is finished. */
export function zipOf(files: readonly ZippedFile[], mtime: Date): Readable {
  const zip = new ZipFile();
  const out = new PassThrough();
  for (const { name, parts } of files)
    zip.addReadStreamLazy(name, { mtime }, (open) => {
      const source = Readable.from(parts(), { objectMode: false });
      // yazl neither reports that a source has failed, nor ends one that nobody reads anymore.
      source.on("error", (error) => out.destroy(error));
      const stop = () => source.destroy();
      out.once("close", stop);
      // An export can have hundreds of files.
      source.once("close", () => out.off("close", stop));
      open(null, source);
    });
  zip.end();
  // The reader of `out` gets the failure.
  pipeline(zip.outputStream, out, () => {});
  return out;
}
