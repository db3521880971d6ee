// Files of the API that are needed without a connection: the pictures of guides, and of the last hellos. The service worker serves
// them. They are stored for one owner and family, and are deleted with them.
import { token } from "#web/platform/api/session.ts";
import { ownerOf } from "./stored-answers.ts";
import { inTime } from "./time-limit.ts";

const open = (): Promise<Cache> => inTime(caches.open("porchlight-files"));

const options = { ignoreVary: true };

/** Deletes the files whose address, owner or family matches. */
async function dropWhere(
  isDropped: (path: string, owner: string, familyId: number) => boolean,
): Promise<void> {
  const cache = await open();
  for (const { url } of await inTime(cache.keys())) {
    const { pathname, searchParams } = new URL(url);
    const owner = searchParams.get("owner") ?? "";
    if (isDropped(pathname, owner, Number(searchParams.get("family"))))
      await inTime(cache.delete(url, options));
  }
}

/** Removes the files of other people, and of any other family. */
export async function dropFilesOfOthers(familyIds: readonly number[]): Promise<void> {
  const signIn = token();
  const owner = signIn && (await ownerOf(signIn));
  await dropWhere((_, other, familyId) => other !== owner || !familyIds.includes(familyId));
}

interface Kept {
  /** The beginning of the paths of all files of this kind. */
  readonly folder: string;
  readonly wanted: readonly string[];
  /** What is stored already stays as long as it is among these. */
  readonly current: readonly string[];
}

const pathOf = (address: string): string => new URL(address, location.origin).pathname;

/** Stores the `wanted` files of a kind, and deletes those of it that are no longer `current`. */
export async function storeFiles(familyId: number, { folder, wanted, current }: Kept): Promise<void> {
  const signIn = token();
  if (signIn === null || !("caches" in window)) return;
  const owner = await ownerOf(signIn);
  const cache = await open();
  const paths = new Set(current.map(pathOf));
  await dropWhere((path, other) => other !== owner || (path.startsWith(folder) && !paths.has(path)));
  for (const address of wanted) {
    const key = `${pathOf(address)}?owner=${owner}&family=${familyId}`;
    if (await inTime(cache.match(key, options))) continue;
    const response = await fetch(address);
    // Somebody may have signed out while the file was loading.
    if (response.ok && token() === signIn) await inTime(cache.put(key, response));
  }
}
