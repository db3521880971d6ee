// Reads values of the environment by their names. A value that is not valid is refused.
export type Environment = Readonly<Record<string, string | undefined>>;

export function wholeNumber(env: Environment, name: string, preset: number): number {
  const text = env[name] || String(preset);
  if (!/^\d{1,9}$/.test(text)) throw new Error(`${name} must be a whole number, not "${text}".`);
  return Number(text);
}

/** Zero lets the system choose. */
export function portNumber(env: Environment, name: string, preset: number): number {
  const port = wholeNumber(env, name, preset);
  if (port <= 65_535) return port;
  throw new Error(`${name} must be a port from 1 to 65535, not "${port}".`);
}

export function emailAddress(env: Environment, name: string): string | undefined {
  const text = env[name];
  if (!text || /^[^\s@]+@[^\s@]+$/.test(text)) return text || undefined;
  throw new Error(`${name} must be an e-mail address, not "${text}".`);
}

export function webAddress(env: Environment, name: string, preset: string): string {
  const text = env[name] || preset;
  if (!URL.canParse(text) || !/^https?:/.test(text)) {
    throw new Error(`${name} must be a web address such as https://porchlight.example, not "${text}".`);
  }
  return text.replace(/\/+$/, "");
}

/** Reads a web address without a path. */
export function webOrigin(env: Environment, name: string, preset: string): string {
  const text = webAddress(env, name, preset);
  const { origin, href } = new URL(text);
  if (href !== `${origin}/`) {
    throw new Error(`${name} must be an address without a path, a query or a user name, such as ${origin}.`);
  }
  return origin;
}

/** Reads one of these values, in capital or small letters. The first is the default. */
export function oneOf<const Value extends string>(
  env: Environment,
  name: string,
  values: readonly [Value, ...Value[]],
): Value {
  const text = env[name]?.toUpperCase() || values[0].toUpperCase();
  const found = values.find((value) => value.toUpperCase() === text);
  if (found) return found;
  throw new Error(`${name} must be one of ${values.join(", ")}.`);
}

function yesOrNo(env: Environment, name: string, preset: boolean): boolean {
  const text = env[name];
  if (!text) return preset;
  if (/^(1|true|yes|on)$/i.test(text)) return true;
  if (/^(0|false|no|off)$/i.test(text)) return false;
  throw new Error(`${name} must be "true" or "false", not "${text}".`);
}

export function outsideProduction(env: Environment, name: string, preset: boolean): boolean {
  const isOn = yesOrNo(env, name, preset);
  if (isOn && env.NODE_ENV === "production") throw new Error(`${name} cannot be on in production.`);
  return isOn;
}
