import type { Environment } from "./environment.ts";
import type { Setting } from "./setting.ts";

const example = "such as postgresql://user:password@database.example/porchlight";

function canDecode(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** The value holds a password, so no message shows it. */
function readAddress(env: Environment, name: string): string | undefined {
  const text = env[name];
  if (!text) return undefined;
  // An address without a host, such as postgresql://user@/database, is one of a unix socket.
  const url = /^postgres(ql)?:\/\//.test(text) ? URL.parse(text.replace("@/", "@socket/")) : null;
  if (!url) throw new Error(`${name} must be the address of a PostgreSQL database, ${example}.`);
  if (!canDecode(`${url.username}${url.password}${url.pathname}`))
    throw new Error(
      `In ${name}, a percent sign in a user name, password or database must be written as %25.`,
    );
  return text;
}

export interface DatabaseAddresses {
  readonly databaseUrl: string | undefined;
  /** The same database without a pooler such as PgBouncer, which DATABASE_URL then names. */
  readonly databaseDirectUrl: string | undefined;
}

export const databaseSettings: readonly Setting[] = [
  {
    names: ["DATABASE_URL"],
    preset: "the embedded PostgreSQL 18",
    purpose:
      "Any PostgreSQL 15 or newer instead. Several servers may share it, each with a copy of the same `secret.key` in its `DATA_DIR`; another key is refused",
  },
  {
    names: ["DATABASE_DIRECT_URL"],
    purpose: "The same database without its pooler, such as PgBouncer. `DATABASE_URL` then names the pooler",
  },
];

export function readDatabaseAddresses(env: Environment): DatabaseAddresses {
  if (env.DATABASE_DIRECT_URL && !env.DATABASE_URL)
    throw new Error("DATABASE_DIRECT_URL needs DATABASE_URL, the address of the pooler beside it.");
  return {
    databaseUrl: readAddress(env, "DATABASE_URL"),
    databaseDirectUrl: readAddress(env, "DATABASE_DIRECT_URL"),
  };
}
