// All kinds of messages, each owned by its noun.
import { emailConfirmationKind } from "#server/features/accounts/email-addresses.ts";
import { accountChangeKind } from "#server/features/accounts/proof/change-messages.ts";
import { reminderKind } from "#server/features/calendar/reminders/reminder-kind.ts";
import { movedKind } from "#server/features/cells/moved-kind.ts";
import { signInLinkKind } from "#server/features/cells/sign-in-link-kind.ts";
import { heartKind, helloKind } from "#server/features/hellos/hello-kinds.ts";
import { callBackKind } from "#server/features/help/call-backs/call-back-kind.ts";
import { promiseKind } from "#server/features/help/promises/promise-kind.ts";
import { replyKind } from "#server/features/help/replies/reply-kind.ts";
import { helpKind } from "#server/features/help/requests/delivery/help-kind.ts";
import { thanksKind } from "#server/features/help/thanks/thanks-kind.ts";
import { videoCallKind } from "#server/features/help/video-calls/video-call-kind.ts";
import { invitationKind, renewalRequestKind } from "#server/features/invitations/delivery.ts";
import { letterKind } from "#server/features/letters/letter-kind.ts";
import { lightKind } from "#server/features/lights/light-kind.ts";
import { operatorWarningKind } from "#server/features/operator/warnings.ts";
import { familyDeletionKind } from "#server/features/personal-data/deletion/family-deletion-kind.ts";
import { testKind } from "#server/features/reachability/testing/test-kind.ts";
import { warningKind } from "#server/features/reachability/warnings.ts";
import type { MessageKind } from "#server/platform/messages/message-kind.ts";

export const messageKinds: readonly MessageKind[] = [
  accountChangeKind,
  callBackKind,
  emailConfirmationKind,
  familyDeletionKind,
  heartKind,
  helloKind,
  helpKind,
  invitationKind,
  letterKind,
  lightKind,
  movedKind,
  operatorWarningKind,
  promiseKind,
  reminderKind,
  renewalRequestKind,
  replyKind,
  signInLinkKind,
  testKind,
  thanksKind,
  videoCallKind,
  warningKind,
];
