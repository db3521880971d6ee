import { describe, expect, test } from "vitest";
import { readConfig, readConfigAndDoubts, readDataConfig, settings } from "#server/platform/config/config.ts";
import { callProviderEnvs } from "#tests/support/call-providers.ts";
import { keycloak, production } from "#tests/support/server.ts";

const client = { GOOGLE_CLIENT_ID: "porchlight", GOOGLE_CLIENT_SECRET: "a secret of ours" };

/** Reads a configuration, and records the names of the variables that it read. */
function noting(given: Record<string, string>, names: Set<string>): void {
  const get = (env: Record<string, string>, name: string) => {
    names.add(name);
    return env[name];
  };
  readConfig(new Proxy(given, { get }));
}

/** Returns all variables. Each sign-in provider has variables that contain its name. Those of one are declared. */
function namesRead(): Set<string> {
  const names = new Set<string>();
  noting({}, names);
  noting(client, names);
  noting(keycloak, names);
  return names;
}

test("every variable that is read is declared, and no other", () => {
  const declared = settings.flatMap(([, group]) => group.flatMap(({ names }) => names));
  expect(declared.sort()).toEqual([...namesRead()].sort());
});

test("an empty variable counts as not set", () => {
  const empty = Object.fromEntries(Array.from(namesRead(), (name) => [name, ""]));
  expect(readConfig(empty)).toEqual(readConfig({}));
  expect(readConfig({ ...empty, ...client })).toEqual(readConfig(client));
});

test("by default, the limits are those that are promised", () => {
  const { smsCountries, ...limits } = readConfig({}).limits;
  expect(smsCountries).toHaveLength(35);
  expect(limits).toEqual({
    smsPerPhonePerDay: 10,
    smsPerIpPerHour: 10,
    smsPerDay: 5_000,
    reminderTextsPerDay: 10,
    loginsPerIp: 25,
    loginsPerAccount: 25,
    registrationsPerIp: 5,
    knownRegistrationsPerIp: 25,
    requestsPerSession: 300,
    connectionsPerAddress: 200,
    pendingInvitations: 20,
    invitationMessagesPerFamily: 40,
    invitationMessagesPerRecipient: 3,
    helpCallsPerRequest: 20,
    helpCallsPerDay: 60,
    callsPerDay: 1_000,
    callsPerSecond: 1,
    helpRequestsPerHour: 100,
    testsPerPersonPerDay: 5,
    calendarReadings: 600,
    feedsPerSecond: 8,
    feedsPerFamily: 10,
    feedReadings: 30,
    feedParseMs: 10_000,
    feedParseMegabytes: 128,
    feedBytes: 2 * 1024 * 1024,
    feedEvents: 5_000,
    feedOccurrences: 500,
    feedConnectMs: 3_000,
    feedTotalMs: 10_000,
    feedRedirects: 3,
    helpTextsPerRequest: 100,
    helpTextsPerDay: 300,
    eventsPerFamily: 3_000,
    seriesPerFamily: 200,
    datesPerFamily: 20_000,
    puzzlesPerFamily: 1_000,
    localEventsPerFamily: 1_000,
    phrasesPerCategory: 30,
    thingsPerFamily: 100,
    storedMegabytes: 5_000,
    storedMegabytesPerDay: 500,
    storedMegabytesPerPersonPerDay: 200,
    livePerDevice: 4,
    livePerPerson: 8,
    livePerIp: 30,
    livePerProcess: 10_000,
    keptAnswerMegabytes: 32,
  });
});

const CELLS_SECRET = "a secret of the entrance and all cells";

test.each([
  [
    { STUN_URL: "stun.example.com" },
    "STUN_URL must be an address such as stun:stun.example.com:3478, or several with commas between them.",
  ],
  [{ TURN_URL: "turn:turn.example.com" }, "TURN_URL and TURN_SECRET must be set together."],
  [
    { TURN_URL: "turn:turn.example.com", TURN_SECRET: "short" },
    "TURN_SECRET must have at least 16 characters.",
  ],
  [{ PORT: "three" }, 'PORT must be a whole number, not "three".'],
  [{ LIVE_PER_IP: "-1" }, 'LIVE_PER_IP must be a whole number, not "-1".'],
  [{ PUBLIC_URL: "porchlight" }, "PUBLIC_URL must be a web address"],
  ...[
    "https://a.example/family",
    "https://a.example?x",
    "https://a.example/#x",
    "https://me:pw@a.example",
  ].map((PUBLIC_URL): [Record<string, string>, string] => [
    { PUBLIC_URL, SANDBOX: "on" },
    "PUBLIC_URL must be an address without a path, a query or a user name, such as https://a.example.",
  ]),
  [{ NODE_ENV: "production" }, "PUBLIC_URL must be set in production"],
  [{ SANDBOX: "maybe" }, 'SANDBOX must be "true" or "false", not "maybe".'],
  [{ SANDBOX: "on", ...production }, "SANDBOX cannot be on in production."],
  [{ TWILIO_FROM: "+16145550100" }, "must be set together"],
  [{ BACKUP_DIR: "/backups" }, "BACKUP_DIR needs BACKUP_PASSPHRASE: backups are always encrypted."],
  [{ BACKUP_PING_URL: "https://ping.example/porch" }, "BACKUP_PING_URL needs BACKUP_DIR."],
  [{ CELLS: "https://oak.example.org" }, "CELLS needs CELLS_SECRET."],
  [{ CELL_FAMILIES: "100" }, "CELL_FAMILIES needs CELLS_SECRET."],
  [{ CELLS_SECRET: "short", CELL_NUMBER: "1" }, "CELLS_SECRET must have at least 32 characters."],
  [
    { CELLS_SECRET, CELL_NUMBER: "1", CELLS: "https://oak.example.org, http://elm.example.org" },
    "The address of a cell must begin with https:, not http://elm.example.org.",
  ],
  [{ CELLS_SECRET, CELL_NUMBER: "1", CELL_FAMILIES: "0" }, "CELL_FAMILIES must be at least 1."],
  [{ CELL_NUMBER: "3" }, "CELL_NUMBER needs CELLS_SECRET."],
  [{ CELLS_SECRET }, "CELLS_SECRET needs CELL_NUMBER, a number that no other cell has."],
  [{ CELLS_SECRET, CELL_NUMBER: "201" }, 'CELL_NUMBER must be a number from 0 to 200, not "201".'],
  [{ BACKUP_HOUR: "24" }, 'BACKUP_HOUR must be an hour from 0 to 23, not "24".'],
])("%j is refused by its name", (env, words) => {
  expect(() => readConfig(env)).toThrow(words);
});

/** Other settings that a variable needs. Without them it would be refused for their sake. */
const companions: Record<string, string> = {
  ...keycloak,
  ...client,
  DATABASE_URL: "postgresql://database/porchlight",
  BACKUP_DIR: "/backups",
  BACKUP_PASSPHRASE: "four words and more",
  CELLS_SECRET,
  CELL_NUMBER: "1",
  SMTP_URL: "smtp://127.0.0.1",
  MAIL_FROM: "porch@porchlight.example",
  METRICS_TOKEN: "a-token-of-sixteen",
  TURN_URL: "turn:turn.example.com",
  TURN_SECRET: "a-secret-of-sixteen",
  S3_ENDPOINT: "https://s3.example",
  S3_BUCKET: "porchlight-media",
  S3_ACCESS_KEY_ID: "porchlight",
  S3_SECRET_ACCESS_KEY: "sunflowers",
  SMS_HTTP_URL: "https://sms.example/?to={to}&text={text}",
};
const unreadable: Record<string, string> = { SMS_HTTP_BODY: "{" };
/** Any text can be right for these: names, secrets, and paths that are looked at when they are used. */
const free = [
  ...["BACKUP_DIR", "BACKUP_PASSPHRASE", "DATA_DIR", "PG_BIN", "SMS_HTTP_ID", "METRICS_TOKEN", "TURN_SECRET"],
  ...["GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET", "OIDC_KEYCLOAK_CLIENT_ID", "OIDC_KEYCLOAK_CLIENT_SECRET"],
  ...["S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY", "CELLS_SECRET"],
];

test.each([...namesRead()].filter((name) => !free.includes(name)).sort())(
  "a value of %s that cannot be right is refused with the variable's name",
  (name) => {
    const given = { ...companions, [name]: unreadable[name] ?? `%, "not" ${"x".repeat(60)}!` };
    expect(() => readConfig(given)).toThrow(name);
  },
);

test.each([
  [{ PORT: "70000" }, 'PORT must be a port from 1 to 65535, not "70000".'],
  [{ METRICS_PORT: "70000" }, "METRICS_PORT must be a port from 1 to 65535"],
  [{ NODE_ENV: "prodution" }, 'NODE_ENV must be production, development or test, not "prodution".'],
  [{ TRUSTED_PROXIES: "10.0.0.0/33" }, "TRUSTED_PROXIES must be addresses such as 127.0.0.1"],
  [{ TRUSTED_PROXIES: "*" }, "TRUSTED_PROXIES must be addresses such as 127.0.0.1"],
  [
    { SMS_COUNTRIES: "US,UK" },
    'SMS_COUNTRIES must be codes of countries with commas between them, such as US,CA,GB, not "UK".',
  ],
  [{ DATABASE_URL: "postgresql://a:100%@db/porch" }, "In DATABASE_URL, a percent sign"],
  [{ DATABASE_URL: "mysql://db/porch" }, "DATABASE_URL must be the address of a PostgreSQL database"],
  [{ ...production, OIDC_PROVIDERS: "" }, "No provider is set up, so nobody could sign up"],
])("%j is refused in a sentence", (env, words) => {
  expect(() => readConfig(env)).toThrow(words);
});

test.each(["loopback, 10.0.0.0/8", "::1", "172.16.0.0/255.240.0.0", "uniquelocal,fd00::/8"])(
  "proxies can be trusted as %s",
  (TRUSTED_PROXIES) => {
    expect(readConfig({ TRUSTED_PROXIES }).trustedProxies).toBe(TRUSTED_PROXIES.replace(" ", ""));
  },
);

describe("a start in doubt says in a sentence", () => {
  const ours = { ...production, PUBLIC_URL: "https://porch.example", SUPPORT_EMAIL: "help@porch.example" };
  const said = (env: Record<string, string>) => readConfigAndDoubts({ ...ours, ...env }).doubts;

  test.each([
    ["PUBLIC_UR", "PUBLIC_URL"],
    ["SMTP_URI", "SMTP_URL"],
    ["public_url", "PUBLIC_URL"],
    ["DATABSAE_URL", "DATABASE_URL"],
    ["SUPORT_EMAIL", "SUPPORT_EMAIL"],
    ["PGBIN", "PG_BIN"],
  ])("that %s is not a setting, and which one is near", (name, meant) => {
    expect(said({ [name]: "a value" })).toEqual([
      `${name} is not a setting of Porchlight, so it changes nothing. Did you mean ${meant}?`,
    ]);
  });

  test.each(["SMTP_PASSWORD", "TWILIO_PHONE_NUMBER", "OIDC_AUTHELIA_NAME"])(
    "that %s changes nothing, because it begins like one of ours",
    (name) => {
      expect(said({ [name]: "a value" })).toEqual([
        expect.stringContaining(`${name} is not a setting that this Porchlight reads`),
      ]);
    },
  );

  test("that the legal pages name nobody, and that http: is not safe, in production alone", () => {
    expect(said({})).toEqual([]);
    expect(said({ SUPPORT_EMAIL: "" })).toEqual([expect.stringMatching(/^SUPPORT_EMAIL is not set, so /)]);
    expect(said({ PUBLIC_URL: "http://porch.example" })).toEqual([
      expect.stringMatching(/^PUBLIC_URL begins with http:, so everybody on the way can read passwords/),
    ]);
    expect(said({ PUBLIC_URL: "http://localhost:3000" })).toEqual([]);
    expect(said({ NODE_ENV: "", PUBLIC_URL: "", SUPPORT_EMAIL: "" })).toEqual([]);
  });

  test("nothing about variables of other programs", () => {
    const others = {
      PATH: "/bin",
      HOME: "/root",
      HOSTNAME: "porch",
      LANG: "C",
      TZ: "UTC",
      USER: "rose",
      PWD: "/",
      NODE_OPTIONS: "--trace-warnings",
      NODE_VERSION: "26",
      NODE_EXTRA_CA_CERTS: "/ca",
      PGHOST: "db",
      POSTGRES_PASSWORD: "secret",
      GOOGLE_APPLICATION_CREDENTIALS: "/key",
      HTTPS_PROXY: "http://proxy",
      INVOCATION_ID: "1",
      JOURNAL_STREAM: "8:1",
      STATE_DIRECTORY: "/var/lib/porchlight",
      SHLVL: "1",
    };
    expect(said(others)).toEqual([]);
  });
});

test("the sandbox listens on this machine only, and a production server on all addresses", () => {
  expect(readConfig({})).toMatchObject({ isSandbox: true, host: "127.0.0.1", port: 3000 });
  expect(readConfig(production)).toMatchObject({ isSandbox: false, host: "0.0.0.0" });
  expect(readConfig(callProviderEnvs.plivo)).toMatchObject({ isSandbox: false, makesCalls: true });
});

test("a direct database address needs the pooler's address beside it", () => {
  const DATABASE_DIRECT_URL = "postgresql://database/porchlight";
  expect(() => readConfig({ DATABASE_DIRECT_URL })).toThrow("DATABASE_DIRECT_URL needs DATABASE_URL");
  const env = { DATABASE_DIRECT_URL, DATABASE_URL: "postgresql://pooler/porchlight" };
  expect(readConfig(env)).toMatchObject({
    databaseUrl: env.DATABASE_URL,
    databaseDirectUrl: DATABASE_DIRECT_URL,
  });
  // Backups and restores bypass the pooler.
  expect(readDataConfig(env).databaseUrl).toBe(DATABASE_DIRECT_URL);
});

test("the address that people open is an origin, however it is written", () => {
  const written = ["https://Porchlight.Example/", "https://porchlight.example:443"];
  for (const PUBLIC_URL of written)
    expect(readConfig({ ...production, PUBLIC_URL }).publicUrl).toBe("https://porchlight.example");
});

describe("where other machines can reach the server, the sandbox", () => {
  const open = [
    { PUBLIC_URL: "https://porchlight.example" },
    { PUBLIC_URL: "http://192.168.1.10:3000" },
    { PUBLIC_URL: "http://localhost.example" },
    { HOST: "0.0.0.0" },
    { HOST: "::" },
    { HOST: "192.168.1.10" },
    { HOST: "porch" },
  ];

  test.each(open)("is on only when it is set explicitly: %j", (env) => {
    expect(() => readConfig(env)).toThrow(/set NODE_ENV=production .*, or SANDBOX=on/);
    expect(() => readConfig({ ...env, SANDBOX: "" })).toThrow("SANDBOX=on");
    expect(readConfig({ ...env, SANDBOX: "on" }).isSandbox).toBe(true);
    expect(readConfig({ ...env, SANDBOX: "off" }).isSandbox).toBe(false);
    expect(readConfig({ ...env, ...client }).isSandbox).toBe(false);
  });

  const local = ["localhost", "porch.localhost", "127.0.0.1", "127.8.8.8", "[::1]"];
  test.each(local)("is on by default on this machine: %s", (host) => {
    expect(readConfig({ PUBLIC_URL: `http://${host}:3000` }).isSandbox).toBe(true);
    expect(readConfig({ HOST: host }).isSandbox).toBe(true);
  });
});
