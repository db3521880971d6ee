// Uploads that are opened and then left alone, or sent one byte at a time, to take the places of others.
import { connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, describe, expect, test } from "vitest";
import { changeOwnPicture } from "#contract/accounts/pictures.ts";
import type { EndpointShape } from "#contract/endpoint.ts";
import { importFamily } from "#contract/personal-data/family-import.ts";
import type { Client } from "#tests/support/client.ts";
import { exportOf, uploadOf } from "#tests/support/family-file.ts";
import { newSession, signUp } from "#tests/support/people.ts";
import { photo } from "#tests/support/photos.ts";
import { useServer } from "#tests/support/server.ts";

const server = useServer();

const open: { readonly socket: Socket; readonly dripping: NodeJS.Timeout | undefined }[] = [];

interface Held {
  readonly count: number;
  readonly isDripping: boolean;
  readonly endpoint?: EndpointShape;
  readonly type?: string;
  readonly bytes?: number;
}

/** Opens uploads that say how long they are, and then send nothing, or a byte now and then. */
async function holdUploads(clients: readonly Client[], held: Held): Promise<Socket[]> {
  const { count, isDripping, endpoint = changeOwnPicture, type = "image/jpeg", bytes = 1_900_000 } = held;
  const { hostname, port } = new URL(server().url);
  const sockets = Array.from({ length: count }, (_, place) => {
    const socket = connect(Number(port), hostname).on("error", () => undefined);
    const { token } = clients[place % clients.length] ?? {};
    const lines = [
      `${endpoint.method} ${endpoint.path} HTTP/1.1`,
      "host: localhost",
      `authorization: Bearer ${token}`,
      `content-type: ${type}`,
      `content-length: ${bytes}`,
    ];
    socket.write(`${lines.join("\r\n")}\r\n\r\n`);
    const dripping = isDripping ? setInterval(() => socket.write("x"), 200) : undefined;
    open.push({ socket, dripping });
    return socket;
  });
  // All of them are asked about before anybody else comes.
  await pause(300);
  return sockets;
}

afterEach(() => {
  for (const { socket, dripping } of open.splice(0)) {
    clearInterval(dripping);
    socket.destroy();
  }
});

const patienceMs = 6_000;

/** How long it takes to store a picture. */
async function storePicture({ client }: { client: Client }): Promise<number> {
  const began = performance.now();
  const { status } = await client.ask(changeOwnPicture, {
    upload: await photo({ width: 1_200, height: 900 }),
  });
  expect(status).toBe(200);
  return performance.now() - began;
}

describe.each([
  ["silent", false],
  ["dripping", true],
])("while 66 %s uploads are open", (_, isDripping) => {
  test("of one account, a stranger's picture is stored", { timeout: 20_000 }, async () => {
    const [mallory, rose] = [await signUp(server()), await signUp(server())];
    await holdUploads([mallory.client], { count: 66, isDripping });
    expect(await storePicture(rose)).toBeLessThan(patienceMs);
  });

  test("of several sessions of one account, a stranger's picture is stored", {
    timeout: 20_000,
  }, async () => {
    const [mallory, rose] = [await signUp(server()), await signUp(server())];
    const sessions = await Promise.all(Array.from({ length: 6 }, () => newSession(server(), mallory)));
    await holdUploads(sessions, { count: 66, isDripping });
    expect(await storePicture(rose)).toBeLessThan(patienceMs);
  });

  test("of twenty accounts, a stranger's picture is stored", { timeout: 20_000 }, async () => {
    const accounts = await Promise.all(Array.from({ length: 20 }, () => signUp(server())));
    const rose = await signUp(server());
    await holdUploads(
      accounts.map(({ client }) => client),
      { count: 66, isDripping },
    );
    expect(await storePicture(rose)).toBeLessThan(patienceMs);
  });

  test("into an import, a stranger's family is imported", { timeout: 20_000 }, async () => {
    const [mallory, anna] = [await signUp(server()), await signUp(server())];
    const zip = await exportOf(anna);
    const [type, bytes] = ["application/zip", 40_000_000];
    await holdUploads([mallory.client], { count: 66, isDripping, endpoint: importFamily, type, bytes });
    const began = performance.now();
    expect((await anna.client.ask(importFamily, uploadOf(zip))).status).toBe(201);
    expect(performance.now() - began).toBeLessThan(patienceMs);
  });
});

test("an upload that stays silent for ten seconds is closed, with a reason", {
  timeout: 30_000,
}, async () => {
  const mallory = await signUp(server());
  const began = performance.now();
  const [socket] = await holdUploads([mallory.client], { count: 1, isDripping: false });
  expect(socket && (await text(socket))).toMatch(
    /^HTTP\/1.1 408[\s\S]*That took too long. Please try again./,
  );
  expect(performance.now() - began).toBeLessThan(12_500);
});
