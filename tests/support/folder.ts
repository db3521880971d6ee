import { mkdtemp, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const memory = "/dev/shm";
const enoughBytes = 2 * 1024 ** 3;

/**
 * Creates a folder that only its owner may enter, in memory if there is room. Proofs about crashes use the
 * disk instead.
 */
export async function newFolder(): Promise<string> {
  const freeBytes = await statfs(memory).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  );
  return mkdtemp(join(freeBytes > enoughBytes ? memory : tmpdir(), "porchlight-tests-"));
}
