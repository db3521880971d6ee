// An archive is a tar file, compressed by gzip and encrypted by age with a passphrase.
import { openAsBlob } from "node:fs";
import { dirname } from "node:path";
import { Duplex } from "node:stream";
import { createGunzip, createGzip } from "node:zlib";
import { Decrypter, Encrypter } from "age-encryption";
import { createTarDecoder, createTarPacker, type TarPackController } from "modern-tar";
import { Refused } from "#server/features/personal-data/refusals.ts";
import { writeNewFile, writingIn } from "./new-file.ts";
import { PassphraseKey } from "./passphrase-key.ts";

/** CompressionStream passes on 16 kB at a time. With larger chunks, reading an archive takes a third less processor time. */
const chunkSize = 256 * 1024;

/** Adds one file to the archive. */
export type AddFile = (name: string, content: Uint8Array) => Promise<void>;

export interface ArchiveSource {
  readonly file: string;
  readonly passphrase: string;
  readonly signal?: AbortSignal | undefined;
  /** The key that was derived from the passphrase, so that it is not derived again. */
  readonly key?: PassphraseKey;
}

export interface ArchivedFile {
  readonly name: string;
  readonly content: Uint8Array;
}

async function addFile(tar: TarPackController, name: string, content: Uint8Array): Promise<void> {
  const writer = tar.add({ name, size: content.length, mode: 0o600 }).getWriter();
  if (content.length > 0) await writer.write(content);
  await writer.close();
}

async function writeStream(file: string, stream: ReadableStream<Uint8Array>): Promise<void> {
  try {
    await writingIn(dirname(file), () => writeNewFile(file, (handle) => handle.writeFile(stream)));
  } catch (error) {
    await stream.cancel(error).catch(() => {});
    throw error;
  }
}

/**
 * Writes a new file that only its owner may read. `fill` adds its content without holding all of it in memory. Returns what
 * `fill` does.
 */
export async function writeArchive<Result>(
  file: string,
  key: PassphraseKey,
  fill: (add: AddFile) => Promise<Result>,
): Promise<Result> {
  const { readable: tar, controller } = createTarPacker();
  const encrypter = new Encrypter();
  encrypter.addRecipient(key);
  const encrypted = await encrypter.encrypt(tar.pipeThrough(Duplex.toWeb(createGzip({ chunkSize }))));
  const filling = fill((name, content) => addFile(controller, name, content)).then(
    (result) => {
      controller.finalize();
      return result;
    },
    (error) => {
      controller.error(error);
      throw error;
    },
  );
  // If one of them fails, both fail with its error.
  const [written, filled] = await Promise.allSettled([writeStream(file, encrypted), filling]);
  if (written.status === "rejected") throw written.reason;
  if (filled.status === "rejected") throw filled.reason;
  return filled.value;
}

const ageHeader = /^age-encryption\.org\/v1\n-> scrypt [^\n]+\n/;
const maxHeaderBytes = 200;

const damaged = (file: string, cause?: unknown) =>
  new Refused(`${file} is damaged or incomplete. Please use another backup.`, { cause });

async function openToRead(file: string): Promise<{ archive: Blob; start: string }> {
  try {
    const archive = await openAsBlob(file);
    return { archive, start: await archive.slice(0, maxHeaderBytes).text() };
  } catch (cause) {
    throw new Refused(`${file} cannot be read. Is that its name?`, { cause });
  }
}

/** Refuses a file that is not a backup, before anybody types a passphrase. */
export async function openArchive(file: string): Promise<Blob> {
  const { archive, start } = await openToRead(file);
  if (ageHeader.test(start)) return archive;
  throw new Refused(`${file} is not a backup of Porchlight, or its beginning is damaged.`);
}

async function decrypt({ file, passphrase, key }: ArchiveSource): Promise<ReadableStream<Uint8Array>> {
  const archive = await openArchive(file);
  const decrypter = new Decrypter();
  decrypter.addIdentity(key ?? new PassphraseKey(passphrase));
  try {
    return await decrypter.decrypt(archive.stream());
  } catch (error) {
    if (!(error instanceof Error) || !error.message.startsWith("no identity matched"))
      throw damaged(file, error);
    throw new Refused(
      `The passphrase does not open ${file}. If you are sure of the passphrase, the file is damaged.`,
    );
  }
}

/**
 * Reads the files in the archive one after the other. It only ends without an error if the archive is complete and
 * unchanged.
 */
export async function* readArchive(source: ArchiveSource): AsyncGenerator<ArchivedFile> {
  const plain = await decrypt(source);
  const tar = plain.pipeThrough(Duplex.toWeb(createGunzip({ chunkSize })));
  try {
    for await (const { header, body } of tar.pipeThrough(createTarDecoder({ strict: true })))
      yield { name: header.name, content: await new Response(body).bytes() };
  } catch (error) {
    throw damaged(source.file, error);
  }
}
