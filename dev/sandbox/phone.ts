// A telephone in the sandbox, from which one can call this server. The page keeps the call in hidden fields, because no script
// may run on it.
import { readFileSync } from "node:fs";
import type { FastifyInstance } from "fastify";
import { recordingFormat } from "#contract/recordings.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { Forbidden } from "#server/platform/errors.ts";
import { escapeHtml } from "#server/platform/http/pages.ts";
import { decodeBlocks } from "#server/platform/media/adpcm.ts";
import { projectFile } from "#server/platform/project-files.ts";
import { randomCode } from "#server/platform/secrets.ts";
import type { Senders, World } from "#server/platform/world.ts";
import { sandboxPage } from "./page.ts";
import { askAsTwilio } from "./twilio.ts";
import { readTwiml, type Told } from "./twiml.ts";

const doorPath = "/calls/phone-door";

/** A WAV file of plain samples, as providers give it. */
function plainWav(samples: Float32Array): Buffer {
  const data = Buffer.alloc(samples.length * 2);
  for (const [place, sample] of samples.entries()) data.writeInt16LE(Math.round(sample * 32_767), place * 2);
  const header = Buffer.alloc(44);
  header.write("RIFF", 0, "latin1");
  header.writeUInt32LE(36 + data.length, 4);
  header.write("WAVEfmt ", 8, "latin1");
  const { sampleRate } = recordingFormat;
  // Sixteen bytes follow: plain samples, one channel, the rate, bytes a second, bytes and bits of each sample.
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(sampleRate, 24);
  header.writeUInt32LE(sampleRate * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write("data", 36, "latin1");
  header.writeUInt32LE(data.length, 40);
  return Buffer.concat([header, data]);
}

/** Whatever somebody says here, it is Rose's voice of the sample. */
export const sandboxRecordings: Senders["recordings"] = {
  async fetch() {
    const voice = readFileSync(projectFile("dev/sandbox/sample/voices/rose.wav"));
    return plainWav(decodeBlocks(voice.subarray(recordingFormat.headerBytes)));
  },
  delete: async () => undefined,
};

/** The telephones that may call, and their owners. */
const telephones = (db: Db) =>
  db
    .selectFrom("phone_doors as d")
    .innerJoin("people as p", "p.id", "d.person_id")
    .select(["d.phone_number as number", "p.username as name"])
    .orderBy("d.opened_at")
    .limit(50)
    .execute();

interface Call {
  readonly from: string;
  readonly id: string;
}

const hidden = (fields: Readonly<Record<string, string>>): string =>
  Object.entries(fields)
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`)
    .join("");

const form = (call: Call, fields: Readonly<Record<string, string>>, content: string): string =>
  `<form method="post" action="/sandbox/phone">${hidden({ ...call, ...fields })}${content}</form>`;

const keys = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "0"];

/** What can be done now. */
function controls(call: Call, { keysPath, recordPath, otherwise }: Told): string {
  const silent = otherwise ? form(call, { path: otherwise }, "<button>Say nothing</button>") : "";
  const said = recordPath
    ? form(call, { path: recordPath, said: "yes" }, "<button>Say something</button>")
    : "";
  if (!keysPath) return said + silent;
  const pad = keys.map((key) => `<button name="keys" value="${key}">${key}</button>`).join("");
  const several = `<label>Several keys <input name="keys" inputmode="numeric" autocomplete="off" size="6"></label>
<button>Press these</button>`;
  return `${form(call, { path: keysPath }, `<p class="keys">${pad}</p>`)}${form(call, { path: keysPath }, several)}`;
}

const page = (content: string): string =>
  sandboxPage({
    title: "A telephone in the sandbox",
    back: '<a href="/sandbox">Messages in the sandbox</a>',
    content,
  });

async function startPage(db: Db): Promise<string> {
  const known = await telephones(db);
  const options = known.map(
    ({ number, name }) => `<option value="${number}">${escapeHtml(name)}, ${number}</option>`,
  );
  return page(`<p>Call Porchlight from a telephone. An admin sets it up in the panel, at a grandparent.</p>
<form method="post" action="/sandbox/phone">
<p><label>Whose telephone? <select name="from">${options.join("")}
<option value="+16145550199">Somebody unknown, +16145550199</option>
<option value="anonymous">A hidden number</option></select></label></p>
<button>Call</button>
</form>`);
}

function callPage(call: Call, told: Told): string {
  const isOver = !told.keysPath && !told.recordPath;
  return page(`<p class="text">${escapeHtml(told.words)}</p>
${isOver ? "<p>The call is over.</p>" : controls(call, told)}
<p><a href="/sandbox/phone">${isOver ? "Call again" : "Hang up"}</a></p>`);
}

type Pressed = Readonly<Partial<Record<"from" | "id" | "path" | "keys" | "said", string>>>;

/** Only the addresses of this conversation are asked in the name of the provider. */
async function follow(app: FastifyInstance, world: World, pressed: Pressed): Promise<string> {
  const { from = "", id = `CA${randomCode()}`, path = doorPath, keys: Digits = "", said } = pressed;
  if (!path.startsWith(doorPath)) throw new Forbidden("This is not a turn of a call.");
  const fields = { CallSid: id, From: from, CallStatus: "in-progress" };
  const recording = {
    RecordingSid: `RE${randomCode()}`,
    RecordingUrl: "https://sandbox",
    RecordingDuration: "5",
  };
  const xml = await askAsTwilio(app, world, path, {
    ...fields,
    ...(Digits && { Digits }),
    ...(said && recording),
  });
  return callPage({ from, id }, readTwiml(xml));
}

async function serve(app: FastifyInstance, world: World): Promise<void> {
  app.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string" },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
  app.addHook("onSend", async (_request, reply) => {
    reply.type("text/html; charset=utf-8").header("cache-control", "no-store");
  });
  app.get("/sandbox/phone", () => startPage(world.database.kysely));
  app.post<{ Body: Pressed }>("/sandbox/phone", ({ body }) => follow(app, world, body));
}

export function serveSandboxPhone(app: FastifyInstance, world: World): void {
  app.register((phone) => serve(phone, world));
}
