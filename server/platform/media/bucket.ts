// Files in the bucket of an S3 server. Each is sealed with the server's key.
import { AwsClient } from "aws4fetch";
import type { MediaSettings } from "#server/platform/config/media.ts";
import { Unavailable } from "#server/platform/errors.ts";
import type { Secrets } from "#server/platform/secrets.ts";
import { contentKeyOf } from "./content-key.ts";

const timeoutMs = 10_000;
const notNow = "Pictures and voice messages can't be reached right now. Please try again in a minute.";

interface BucketWorld {
  readonly config: { readonly media: MediaSettings };
  readonly secrets: Secrets;
}

export interface Bucket {
  keyOf(bytes: Buffer): string;
  put(key: string, bytes: Buffer): Promise<void>;
  /** Returns nothing if there is no such object. Throws if it is not what was stored. */
  get(key: string): Promise<Buffer | undefined>;
  /** Does not fail if there is no such object. */
  delete(key: string): Promise<void>;
}

/** All of a bucket's methods throw Unavailable while the S3 server cannot be used. */
export function bucketOf({ config, secrets }: BucketWorld): Bucket {
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
        throw new Unavailable(notNow, { cause });
      });
    if (response.ok || (response.status === 404 && method !== "PUT")) return response;
    await response.body?.cancel();
    const cause = new Error(`The S3 server answered ${method} with ${response.status}.`);
    throw new Unavailable(notNow, { cause });
  }

  const keyOf = (bytes: Buffer): string => contentKeyOf(secrets, bytes);

  return {
    keyOf,
    async put(key, bytes) {
      await ask("PUT", key, secrets.seal(bytes));
    },
    async get(key) {
      const response = await ask("GET", key);
      const sealed = await response.arrayBuffer().then(Buffer.from, (cause: unknown) => {
        throw new Unavailable(notNow, { cause });
      });
      if (response.status === 404 && sealed.includes("NoSuchBucket"))
        throw new Unavailable(notNow, { cause: new Error(`There is no bucket ${name}.`) });
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
