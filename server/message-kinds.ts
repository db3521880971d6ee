// All kinds of messages, each owned by its noun.
import { emailConfirmationKind } from "./accounts/email-addresses.ts";
import { accountChangeKind } from "./accounts/proof/change-messages.ts";
import { reminderKind } from "./calendar/reminders/reminder-kind.ts";
import { familyDeletionKind } from "./data/deletion/family-deletion-kind.ts";
import { promiseKind } from "./help/promises/promise-kind.ts";
import { replyKind } from "./help/replies/reply-kind.ts";
import { helpKind } from "./help/requests/delivery/help-kind.ts";
import { videoCallKind } from "./help/video-calls/video-call-kind.ts";
import { invitationKind, renewalRequestKind } from "./invitations/delivery.ts";
import type { MessageKind } from "./messages/message-kind.ts";
import { operatorWarningKind } from "./operator/warnings.ts";
import { testKind } from "./reachability/testing/test-kind.ts";
import { warningKind } from "./reachability/warnings.ts";

export const messageKinds: readonly MessageKind[] = [
  accountChangeKind,
  emailConfirmationKind,
  familyDeletionKind,
  helpKind,
  invitationKind,
  operatorWarningKind,
  promiseKind,
  reminderKind,
  renewalRequestKind,
  replyKind,
  testKind,
  videoCallKind,
  warningKind,
];
