import { type Environment, oneOf, webAddress } from "./environment.ts";
import type { Setting } from "./setting.ts";

/** A bucket of an S3 server, and who may use it. */
export interface BucketSettings {
  /** Has no slash at its end. The bucket is the first part of the path. */
  readonly endpoint: string;
  readonly name: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

export interface MediaSettings {
  /** Where files belong. Those that are elsewhere are moved. */
  readonly store: "database" | "bucket";
  /** Undefined if there is none. */
  readonly bucket: BucketSettings | undefined;
}

export const mediaSettings: readonly Setting[] = [
  {
    names: ["MEDIA_STORE"],
    preset: "`database`",
    purpose:
      "Where [pictures and voice messages](media.md) belong, `database` or `bucket`. The server moves those that are elsewhere while it runs",
  },
  {
    names: ["S3_ENDPOINT", "S3_BUCKET", "S3_REGION", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"],
    preset: "region `us-east-1`",
    purpose:
      "The bucket, such as `https://s3.eu-central-1.amazonaws.com` or the address of your own Garage, Ceph or Swift, and the key of an account that may read, write and delete in it. Everything in it is encrypted with the server's key",
  },
];

const regionOf = ({ S3_REGION: region = "" }: Environment): string => {
  if (/^[a-z0-9-]*$/.test(region)) return region || "us-east-1";
  throw new Error(`S3_REGION must be a region such as eu-central-1, not "${region}".`);
};

const nameOf = ({ S3_BUCKET: name = "" }: Environment): string => {
  if (/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(name)) return name;
  throw new Error(`S3_BUCKET must be the name of a bucket such as porchlight-media, not "${name}".`);
};

function readBucket(env: Environment): BucketSettings | undefined {
  const region = regionOf(env);
  const names = ["S3_ENDPOINT", "S3_BUCKET", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"] as const;
  const missing = names.filter((name) => !env[name]);
  if (missing.length === names.length) return undefined;
  if (missing.length > 0) throw new Error(`A bucket also needs ${missing.join(" and ")}.`);
  const { S3_ACCESS_KEY_ID: accessKeyId = "", S3_SECRET_ACCESS_KEY: secretAccessKey = "" } = env;
  return {
    endpoint: webAddress(env, "S3_ENDPOINT", ""),
    name: nameOf(env),
    region,
    accessKeyId,
    secretAccessKey,
  };
}

export function readMedia(env: Environment): MediaSettings {
  const bucket = readBucket(env);
  const store = oneOf(env, "MEDIA_STORE", ["database", "bucket"]);
  if (store === "bucket" && !bucket)
    throw new Error(
      "MEDIA_STORE=bucket needs S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.",
    );
  return { store, bucket };
}
