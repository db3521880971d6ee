import type { FastifyReply, FastifyRequest } from "fastify";
import {
  addPasskey,
  listPasskeys,
  removePasskey,
  signInByPasskey,
  startPasskey,
  startPasskeySignIn,
} from "#contract/accounts/passkeys.ts";
import { bindBrowser, boundBrowser, passkeyBond } from "#server/http/cookies.ts";
import { type Route, route } from "#server/http/route.ts";
import type { World } from "#server/world.ts";
import { userOf } from "../accounts.ts";
import { completeSignIn, perDevice } from "../remembered-devices.ts";
import * as passkeys from "./passkeys.ts";
import * as signIn from "./sign-in.ts";
import { siteOf } from "./site.ts";

type Device = passkeys.Device;

const deviceWith = (browser: string, { config }: World, request: FastifyRequest): Device => ({
  ...{ site: siteOf(request, config), browser, userAgent: request.headers["user-agent"] },
});

/** Gives the browser a cookie, which binds the challenge to it. */
const newDevice = (world: World, request: FastifyRequest, reply: FastifyReply): Device =>
  deviceWith(bindBrowser(request, reply, world.config, passkeyBond), world, request);

const deviceOf = (world: World, request: FastifyRequest): Device =>
  deviceWith(boundBrowser(request, passkeyBond) ?? "", world, request);

const ownRoutes = (world: World): Route[] => [
  route(listPasskeys, ({ person }) => passkeys.listPasskeys(world, person)),
  route(startPasskey, ({ person, request, reply }) =>
    passkeys.startPasskey(world, person, newDevice(world, request, reply)),
  ),
  route(addPasskey, ({ person, body, request }) =>
    passkeys.addPasskey(world, person, body, deviceOf(world, request)),
  ),
  route(removePasskey, ({ person, params }) => passkeys.removePasskey(world, person, params.id)),
];

const signInRoutes = (world: World): Route[] => [
  route(
    startPasskeySignIn,
    ({ request, reply }) => signIn.startSignIn(world, newDevice(world, request, reply)),
    perDevice("passkey-starts"),
  ),
  route(
    signInByPasskey,
    async ({ body, request, reply }) => {
      const token = await signIn.signInByPasskey(world, body, deviceOf(world, request));
      await completeSignIn(world, request, reply, token);
      return { token, user: await userOf(world.database, token) };
    },
    perDevice("passkey-sign-ins"),
  ),
];

export const passkeyRoutes = (world: World): Route[] => [...ownRoutes(world), ...signInRoutes(world)];
