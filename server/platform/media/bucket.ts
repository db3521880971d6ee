// Files in the bucket of an S3 server. Each is sealed with the server's key.
import { AwsClient } from "aws4fetch";
import { Unavailable } from "#server/platform/errors.ts";
import type { World } from "#server/platform/world.ts";

const timeoutMs = 10_000;
const notNow = "Pictures and voice messages can't be reached right now. Please try again in a minute.";

export interface Bucket {
  /** The same bytes always have the same key. It says nothing about them to somebody without the server's key. */
  keyOf(bytes: Buffer): string;
  put(key: string, bytes: Buffer): Promise<void>;
  /** Returns nothing if there is no such object. Throws if it is not what was stored. */
  get(key: string): Promise<Buffer | undefined>;
  /** Does not fail if there is no such object. */
  delete(key: string): Promise<void>;
}

/** All of a bucket's methods throw Unavailable while the S3 server cannot be used. */
export function bucketOf({ config, secrets }: Pick<World, "config" | "secrets">): Bucket {
  const { bucket: settings } = config.media;
  if (!settings) throw new Unavailable("This file is in a bucket, and the server has no settings for one.");
  const { endpoint, name, region, accessKeyId, secretAccessKey } = settings;
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: "s3", retries: 2 });

  async function ask(method: "PUT" | "GET" | "DELETE", key: string, body?: Buffer): Promise<Response> {
    const signal = AbortSignal.timeout(timeoutMs);
    const sent = body && { body: new Uint8Array(body) };
    const response = await client
      .fetch(`${endpoint}/${name}/${key}`, { method, signal, redirect: "manual", ...sent })
      .catch((cause: unknown) => {
        throw new Unavailable(notNow, cause);
      });
    if (response.ok || (response.status === 404 && method !== "PUT")) return response;
    await response.body?.cancel();
    throw new Unavailable(notNow, new Error(`The S3 server answered ${method} with ${response.status}.`));
  }

  const keyOf = (bytes: Buffer): string => `media/${secrets.mac(bytes).toString("hex")}`;

  return {
    keyOf,
    async put(key, bytes) {
      await ask("PUT", key, secrets.seal(bytes));
    },
    async get(key) {
      const response = await ask("GET", key);
      const sealed = Buffer.from(await response.arrayBuffer());
      if (response.status === 404) return undefined;
      const bytes = secrets.openBytes(sealed);
      if (keyOf(bytes) !== key) throw new Error(`The object ${key} is not the file that was stored there.`);
      return bytes;
    },
    async delete(key) {
      await ask("DELETE", key);
    },
  };
}
