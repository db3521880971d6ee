import { deleteAppriseAddress, getAppriseAddress, setAppriseAddress } from "#contract/messages.ts";
import { Invalid } from "#server/platform/errors.ts";
import { route } from "#server/platform/http/route.ts";
import type { World } from "#server/platform/world.ts";
import type { MessageChannel } from "../channel.ts";
import { SendError } from "../send-error.ts";
import { checkAddress } from "./address.ts";
import { addressOf, deleteAddress, findAddress, hasAddress, setAddress } from "./addresses.ts";

/** The operator may have taken a host out of HOME_NETWORK since the address was entered. */
function refuseIfForbidden({ homeNetwork }: World["config"], url: string): void {
  try {
    checkAddress(url, homeNetwork);
  } catch (error) {
    if (error instanceof Invalid)
      throw new SendError("permanent", "This server may not send to this address");
    throw error;
  }
}

export const appriseChannel: MessageChannel = {
  name: "apprise",
  missingAddress: "Please add your Apprise address first.",
  hasProvider: ({ apprise }) => apprise !== undefined,
  leavesSandbox: true,
  hasAddress,
  async addressesOf(world, personId) {
    const address = await findAddress(world, world.database.reads, personId);
    return address ? [address] : [];
  },
  async send({ config, senders }, to, { title, text, path, email, push }) {
    refuseIfForbidden(config, to);
    // Not every service has buttons, so the link to the page that answers follows the words.
    const link = email?.link?.href ?? config.publicUrl + path;
    await senders.apprise({
      urls: to,
      // That of an e-mail has the tag by which a person recognizes a message that they get twice.
      title: email?.subject ?? title,
      body: `${text}\n\n${link}`,
      type: push?.urgency === "high" ? "warning" : "info",
      format: "text",
    });
    return {};
  },
  routes: (world) => [
    route(getAppriseAddress, ({ person }) => addressOf(world, person)),
    route(setAppriseAddress, ({ person, body }) => setAddress(world, person, body)),
    route(deleteAppriseAddress, ({ person }) => deleteAddress(world, person)),
  ],
};
