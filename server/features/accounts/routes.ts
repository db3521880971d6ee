import type { FastifyReply, FastifyRequest } from "fastify";
import {
  changeCallNumber,
  changeEmail,
  changeNames,
  changePassword,
  changePhoneNumber,
  confirmEmail,
  getAccount,
  proveAgain,
  removeEmail,
  signOutDevice,
  signOutElsewhere,
} from "#contract/accounts/accounts.ts";
import { getAccountChange, undoAccountChange } from "#contract/accounts/changes.ts";
import { cancelAccountDeletion, requestAccountDeletion } from "#contract/accounts/deletion.ts";
import {
  addPasskey,
  listPasskeys,
  removePasskey,
  signInByPasskey,
  startPasskey,
  startPasskeySignIn,
} from "#contract/accounts/passkeys.ts";
import {
  changeMemberPicture,
  changeOwnPicture,
  getPersonPicture,
  removeMemberPicture,
  removeOwnPicture,
} from "#contract/accounts/pictures.ts";
import {
  getSignInOptions,
  getStatus,
  login,
  logout,
  register,
  requestVerification,
  verifyCode,
} from "#contract/accounts/sign-in.ts";
import { makeSignInCode, signInByCode } from "#contract/accounts/sign-in-codes.ts";
import { settingsInForce } from "#server/platform/choices/choices.ts";
import {
  bindBrowser,
  boundBrowser,
  browserOf,
  forgetSession,
  openedCookie,
  passkeyCookie,
  rememberBrowser,
  returnCookie,
  unbindBrowser,
} from "#server/platform/http/cookies.ts";
import { callerAddress, perAddress, perPerson, storedFileReads } from "#server/platform/http/limits.ts";
import { type Route, route } from "#server/platform/http/route.ts";
import { adoptedToken, adoptSession, bearerOf } from "#server/platform/http/session.ts";
import type { World } from "#server/platform/world.ts";
import * as accounts from "./accounts.ts";
import { addressFor, sentMessage } from "./code-addresses.ts";
import * as deletion from "./deletion.ts";
import * as emailAddresses from "./email-addresses.ts";
import * as logins from "./logins.ts";
import { siteOf } from "./passkeys/ceremonies.ts";
import * as passkeys from "./passkeys/passkeys.ts";
import * as pictures from "./pictures.ts";
import { changeBehind, undoChange } from "./proof/account-changes.ts";
import * as proofs from "./proof/proofs.ts";
import * as registrations from "./registrations.ts";
import { callerOf, completeSignIn, perDevice } from "./remembered-devices.ts";
import { exchangeReturnToken, isExchangeable } from "./return-tokens.ts";
import * as sessions from "./sessions.ts";
import * as signInCodes from "./sign-in-codes.ts";
import { refuseWhileClosed } from "./sign-up.ts";
import { checkCode, forgiveCode, requestCode } from "./verifications.ts";

const codeRoutes = (world: World): Route[] => [
  route(getSignInOptions, async () =>
    accounts.signInOptionsOf(world, await settingsInForce(world.config, world.database.reads)),
  ),
  route(requestVerification, async ({ body, request, reply }) => {
    const browser = rememberBrowser(request, reply, world.config);
    const address = await addressFor(world, body, browser);
    await requestCode(world, { ...address, browser }, callerOf(request));
    return { message: sentMessage(address) };
  }),
  route(verifyCode, async ({ body, request, reply }) => {
    const browser = browserOf(request) ?? "";
    const claim = { ...(await addressFor(world, body, browser)), browser };
    await checkCode(world, claim, body.code);
    await forgiveCode(world, claim, callerOf(request));
    const token = await logins.loginByCode(world, claim, request.headers["user-agent"]);
    const verified = true as const;
    if (!token) {
      refuseWhileClosed(await settingsInForce(world.config, world.database.kysely));
      return { verified };
    }
    await completeSignIn(world, request, reply, token);
    return { verified, token, user: await accounts.userOf(world.database, token) };
  }),
];

function signInRoutes(world: World): Route[] {
  return [
    route(
      register,
      async ({ body, request, reply }) => {
        const device = {
          browser: browserOf(request),
          opened: boundBrowser(request, openedCookie),
          userAgent: request.headers["user-agent"],
          ip: callerAddress(request),
        };
        const registered = await registrations.register(world, body, device);
        await completeSignIn(world, request, reply, registered.token);
        return registered;
      },
      { keyOf: (_, request) => callerAddress(request) },
    ),
    route(
      login,
      async ({ body, request, reply }) => {
        const token = await logins.login(world, body, callerOf(request), request.headers["user-agent"]);
        await completeSignIn(world, request, reply, token);
        return { token };
      },
      logins.signInsPerDevice,
    ),
  ];
}

/** The first call after a third-party sign-in starts the session that it answers for. */
async function exchange(world: World, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const brought = bearerOf(request);
  const browser = brought && boundBrowser(request, returnCookie(brought));
  if (!brought || !isExchangeable(browser, brought)) return;
  const token = await exchangeReturnToken(world, browser, brought, request.headers["user-agent"]);
  if (!token) return;
  adoptSession(request, token);
  unbindBrowser(reply, world.config, returnCookie(brought));
  await completeSignIn(world, request, reply, token);
}

function statusRoute({ database }: World): Route {
  const status = route(getStatus, async ({ person, request }) => ({
    user: await accounts.userOf(database, person.token),
    token: adoptedToken(request),
  }));
  return {
    ...status,
    async answer(world, request, reply) {
      await exchange(world, request, reply);
      await status.answer(world, request, reply);
    },
  };
}

const sessionRoutes = ({ database, config }: World): Route[] => [
  route(logout, async ({ person, reply }) => {
    await sessions.signOut(database.kysely, person);
    forgetSession(reply, config);
  }),
  route(signOutDevice, ({ person, params }) => sessions.signOutDevice(database.kysely, person, params.id)),
  route(signOutElsewhere, ({ person }) => sessions.signOutElsewhere(database.kysely, person)),
];

const proofRoutes = (world: World): Route[] => [
  route(proveAgain, ({ person, body, request }) =>
    proofs.proveAgain(world, person, body, browserOf(request)),
  ),
  route(getAccountChange, ({ params }) => changeBehind(world, params.token)),
  route(
    undoAccountChange,
    ({ params }) => undoChange(world, params.token),
    perAddress("undone-account-changes"),
  ),
];

const ownRoutes = (world: World): Route[] => [
  route(getAccount, ({ person }) => accounts.accountOf(world, person)),
  route(changeNames, ({ person, body }) => accounts.changeNames(world, person, body)),
  route(changePhoneNumber, ({ person, body, request }) =>
    accounts.changePhoneNumber(world, person, body, browserOf(request)),
  ),
  route(changeCallNumber, ({ person, body }) => accounts.changeCallNumber(world, person, body.phoneNumber)),
  route(changeEmail, ({ person, body }) => emailAddresses.requestEmail(world, person, body.email)),
  route(confirmEmail, ({ person, body }) => emailAddresses.confirmEmail(world, person, body.token)),
  route(removeEmail, ({ person }) => emailAddresses.removeEmail(world, person)),
  route(changePassword, ({ person, body }) => accounts.changePassword(world, person, body)),
  route(requestAccountDeletion, ({ person }) => deletion.requestDeletion(world, person)),
  route(cancelAccountDeletion, ({ person }) => deletion.cancelDeletion(world, person)),
];

const pictureRoutes = (world: World): Route[] => [
  route(
    changeOwnPicture,
    ({ person, upload }) => pictures.changePicture(world, person, upload),
    perPerson("pictures"),
  ),
  route(removeOwnPicture, ({ person }) => pictures.removePicture(world, person)),
  route(
    changeMemberPicture,
    ({ member, params, upload }) => pictures.changeMemberPicture(world, member, params.id, upload),
    perPerson("pictures"),
  ),
  route(removeMemberPicture, ({ member, params }) => pictures.removeMemberPicture(world, member, params.id)),
  route(
    getPersonPicture,
    ({ person, params }) => pictures.pictureOf(world, person, params.id),
    storedFileReads,
  ),
];

type Device = passkeys.Device;

const deviceWith = (browser: string, { config }: World, request: FastifyRequest): Device => ({
  site: siteOf(request, config),
  browser,
  userAgent: request.headers["user-agent"],
});

/** Gives the browser a cookie, which binds the challenge to it. */
const newDevice = (world: World, request: FastifyRequest, reply: FastifyReply): Device =>
  deviceWith(bindBrowser(request, reply, world.config, passkeyCookie), world, request);

const deviceOf = (world: World, request: FastifyRequest): Device =>
  deviceWith(boundBrowser(request, passkeyCookie) ?? "", world, request);

const ownPasskeyRoutes = (world: World): Route[] => [
  route(listPasskeys, ({ person }) => passkeys.listPasskeys(world, person)),
  route(startPasskey, ({ person, request, reply }) =>
    passkeys.startPasskey(world, person, newDevice(world, request, reply)),
  ),
  route(addPasskey, ({ person, body, request }) =>
    passkeys.addPasskey(world, person, body, deviceOf(world, request)),
  ),
  route(removePasskey, ({ person, params }) => passkeys.removePasskey(world, person, params.id)),
];

const passkeySignInRoutes = (world: World): Route[] => [
  route(
    startPasskeySignIn,
    ({ request, reply }) => passkeys.startSignIn(world, newDevice(world, request, reply)),
    perDevice("passkey-starts"),
  ),
  route(
    signInByPasskey,
    async ({ body, request, reply }) => {
      const token = await passkeys.signInByPasskey(world, body, deviceOf(world, request));
      await completeSignIn(world, request, reply, token);
      return { token, user: await accounts.userOf(world.database, token) };
    },
    perDevice("passkey-sign-ins"),
  ),
];

const signInCodesPerDevice = perDevice("sign-in-codes-from-address");

const signInCodeRoutes = (world: World): Route[] => [
  route(makeSignInCode, ({ member, params }) => signInCodes.makeSignInCode(world, member, params.id)),
  route(signInByCode, async ({ body, request, reply }) => {
    const userAgent = request.headers["user-agent"];
    const caller = await signInCodesPerDevice.keyOf(world, request);
    const signIn = { code: body.code, caller, userAgent };
    const token = await signInCodes.signInByCode(world, signIn);
    await completeSignIn(world, request, reply, token);
    return { token, user: await accounts.userOf(world.database, token) };
  }),
];

export const accountRoutes = (world: World): Route[] => [
  ...codeRoutes(world),
  ...signInRoutes(world),
  statusRoute(world),
  ...sessionRoutes(world),
  ...proofRoutes(world),
  ...ownRoutes(world),
  ...pictureRoutes(world),
  ...ownPasskeyRoutes(world),
  ...passkeySignInRoutes(world),
  ...signInCodeRoutes(world),
];
