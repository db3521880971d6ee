import type { OpenInvitation } from "#contract/invitations.ts";

export const signupTitle = (invitation: OpenInvitation | undefined): string =>
  invitation ? "Accept invitation & create account" : "Create your account";
