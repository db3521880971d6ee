// Files of the API that are needed without a connection, such as the pictures of guides. The service worker serves
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

/** Stores the `wanted` files, and deletes those that are no longer `current`. */
export async function storeFiles(
  familyId: number,
  wanted: readonly string[],
  current: readonly string[],
): Promise<void> {
  const signIn = token();
  if (signIn === null || !("caches" in window)) return;
  const owner = await ownerOf(signIn);
  const cache = await open();
  await dropWhere((path, other) => other !== owner || !current.includes(path));
  for (const address of wanted) {
    const key = `${address}?owner=${owner}&family=${familyId}`;
    if (await inTime(cache.match(key, options))) continue;
    const response = await fetch(address);
    // Somebody may have signed out while the file was loading.
    if (response.ok && token() === signIn) await inTime(cache.put(key, response));
  }
}
