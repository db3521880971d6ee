// Limits the messages about invitations, because text that a family types goes to strangers in our name.
import { takeAllowances, type Use } from "#server/platform/allowances/allowances.ts";
import type { Db } from "#server/platform/db/schema.ts";
import { costsExtra, countryOf } from "#server/platform/phone-numbers.ts";
import type { World } from "#server/platform/world.ts";

/** The contacts of a recipient. Null stands for a channel that is not known or not allowed. */
export interface Reach {
  email: string | null;
  phoneNumber: string | null;
}

interface Sending {
  familyId: number;
  /** The address of the caller who causes it. */
  ip: string;
}

const ofFamily = ({ familyId }: Sending): Use => ({ name: "invitation-messages-of-family", key: familyId });

async function mayEmail(world: World, trx: Db, email: string, sending: Sending): Promise<boolean> {
  const uses: Use[] = [ofFamily(sending), { name: "invitations-to-email", key: email.toLowerCase() }];
  return (await takeAllowances(world, trx, ...uses)) === 0;
}

async function mayText(world: World, trx: Db, phoneNumber: string, sending: Sending): Promise<boolean> {
  // A number that was imported or invited earlier may cost extra.
  if (costsExtra(phoneNumber) || !countryOf(phoneNumber, world.config.limits.smsCountries)) return false;
  const uses: Use[] = [
    ofFamily(sending),
    { name: "invitations-to-phone", key: phoneNumber },
    { name: "texts-to-phone", key: phoneNumber },
    { name: "texts-from-address", key: sending.ip },
    { name: "texts-of-server", key: "" },
  ];
  return (await takeAllowances(world, trx, ...uses)) === 0;
}

/** Returns the channels that may be used now. Each is counted, even if its provider fails. */
export async function permit(
  world: World,
  trx: Db,
  { email, phoneNumber }: Reach,
  sending: Sending,
): Promise<Reach> {
  return {
    email: email && (await mayEmail(world, trx, email, sending)) ? email : null,
    phoneNumber: phoneNumber && (await mayText(world, trx, phoneNumber, sending)) ? phoneNumber : null,
  };
}
