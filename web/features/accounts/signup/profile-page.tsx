import { useEffect, useRef } from "react";
import type { UseFormReturn } from "react-hook-form";
import { Registration, type register } from "#contract/accounts/sign-in.ts";
import type { Sent } from "#contract/endpoint.ts";
import type { OpenInvitation } from "#contract/invitations.ts";
import { CallError } from "#web/platform/api/call.ts";
import { Button, ButtonLink } from "#web/ui/action/button.tsx";
import { ChoiceField } from "#web/ui/form/choice-field.tsx";
import { TextField } from "#web/ui/form/field.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { prepared, useSchemaForm } from "#web/ui/form/schema-form.ts";
import { Page } from "#web/ui/page/page.tsx";
import { Card, Panel } from "#web/ui/surface/panel.tsx";
import { toastError } from "#web/ui/toast/toast-error.ts";
import { arePasskeysPossible } from "../passkeys/passkey-sign-in.tsx";
import { useRegister } from "../queries.ts";
import { type AcceptInvitation, type SignedUp, useArrival } from "./arrival.ts";
import {
  lastStepWords,
  randomPassword,
  signupDraft,
  signupTitle,
  storeSignupDraft,
  useSignupStep,
} from "./signup-step.ts";
import { startingRoles } from "./starting-roles.tsx";

type Profile = Sent<typeof register>["body"];

/** The values that the form starts with: what the person typed before in this tab, and the fixed parts. */
function startingValues(invitation: OpenInvitation | undefined): Partial<Profile> {
  const {
    phoneNumber,
    email,
    inviteCode,
    channel,
    isByLink,
    callNumber = "",
    username = invitation?.name ?? "",
    role,
    grandparentNames = "",
  } = signupDraft();
  return {
    username,
    role: invitation?.role ?? role,
    grandparentNames,
    ...(!inviteCode && (email ? { email } : { phoneNumber })),
    ...(inviteCode && !isByLink && channel && { channel }),
    ...((channel === "email" || isByLink) && { callNumber }),
    password: randomPassword(),
    isVerified: true,
    familyId: null,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    ...(invitation && { inviteCode: invitation.inviteCode }),
  };
}

/** The number for calls may be left out. */
const typedProfile = prepared(Registration, (typed: Profile) =>
  typed.callNumber == null ? typed : { ...typed, callNumber: typed.callNumber.trim() || null },
);

/** Stores what is typed across steps and reloads. */
function useStoredProfile({ subscribe }: UseFormReturn<Profile>): void {
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values: { username, role, grandparentNames, callNumber } }) =>
          storeSignupDraft({
            username,
            role,
            grandparentNames: grandparentNames ?? "",
            ...(callNumber && { callNumber }),
          }),
      }),
    [subscribe],
  );
}

/** The names of a couple stay together. */
function firstNameOf(username: string): string {
  const name = username.trim();
  return /&|\band\b/i.test(name) ? name : (name.split(/\s+/)[0] ?? "");
}

/** Fills in the names that grandparents are greeted by, until the person enters others. */
function useNamesFilledIn({ watch, getValues, setValue }: UseFormReturn<Profile>): void {
  const [role, username] = watch(["role", "username"]);
  const filledIn = useRef(firstNameOf(username));
  useEffect(() => {
    if (role !== "grandparent") return;
    const names = getValues("grandparentNames");
    if (names && names !== filledIn.current) return;
    filledIn.current = firstNameOf(username);
    setValue("grandparentNames", filledIn.current);
  }, [role, username, getValues, setValue]);
}

interface ProfileFormProps {
  invitation: OpenInvitation | undefined;
  accept: AcceptInvitation | undefined;
  onDone: (signedUp: SignedUp) => void;
}

function useRegistration({ invitation, accept, onDone }: ProfileFormProps) {
  const { mutateAsync: register } = useRegister();
  const arrive = useArrival(accept);
  return async (typed: Profile) => {
    const grandparentNames = typed.role === "admin" ? null : typed.grandparentNames || null;
    const { token, user } = await register({ ...typed, grandparentNames }).catch((error: unknown): never => {
      // The proof of the number has expired, and the step before asks for a new one.
      if (error instanceof CallError && error.status === 403) storeSignupDraft({ isVerified: false });
      throw toastError(error, {
        title: "Registration failed",
        otherwise: "Failed to create your account.",
        unreached: "Failed to complete your profile. Please try again.",
      });
    });
    const session = { token, role: user.role, grandparentNames };
    const hasJoined = invitation !== undefined && user.familyId === invitation.familyId;
    const name = user.displayName || typed.username;
    onDone(await arrive({ name, isNew: true, userId: user.id, session, hasJoined }));
  };
}

/** People who join by the link alone may have been invited with a number. */
const callNumberHint = (invitation: OpenInvitation | undefined): string =>
  signupDraft().isByLink && invitation?.phoneHint
    ? `Your family calls the number ending in ${invitation.phoneHint}. Is yours different?`
    : "So that your family can call you.";

function ProfileForm(props: ProfileFormProps) {
  const { invitation } = props;
  const { channel, isByLink } = signupDraft();
  const form = useSchemaForm<Profile, Profile>({
    schema: typedProfile,
    defaults: startingValues(invitation),
    onSubmit: useRegistration(props),
  });
  const role = form.form.watch("role");
  useStoredProfile(form.form);
  useNamesFilledIn(form.form);
  return (
    <Form of={form}>
      <TextField {...form.field("username")} label="Your name" autoComplete="name" />
      {!invitation && <ChoiceField {...form.field("role")} label="I am a" choices={startingRoles} />}
      {(role === "child" || role === "grandparent") && (
        <TextField
          {...form.field("grandparentNames")}
          label="Grandparent names"
          hint={
            role === "grandparent"
              ? "We greet you with these names every day."
              : "What you call them, for example Grandma Rose and Grandpa Walter."
          }
        />
      )}
      {(channel === "email" || isByLink) && (
        <TextField
          {...form.field("callNumber")}
          label="Phone number (optional)"
          hint={callNumberHint(invitation)}
          type="tel"
          autoComplete="tel"
        />
      )}
      <Button type="submit" variant="primary" isBusy={form.isBusy} busyLabel="Creating your account...">
        Create my account
      </Button>
    </Form>
  );
}

/** How somebody without a proven number or address signs in again. Co-Administrators cannot use the family's codes. */
function comingBack(invitation: OpenInvitation | undefined): string {
  if (invitation?.role !== "admin") return "To sign in again later, ask your family for a code.";
  const way = arePasskeysPossible() ? "add a passkey" : "set a password";
  return `To sign in again later, ${way} in “Me” right after you join.`;
}

export function ProfilePage(props: ProfileFormProps) {
  const { addressOf } = useSignupStep();
  const { isByLink } = signupDraft();
  const title = signupTitle(props.invitation);
  const step = lastStepWords();
  return (
    <Page title={`${title}, ${step.toLowerCase()}`} layout="card" focusesField>
      <ButtonLink variant="back" href={addressOf(isByLink ? "phone" : "verify")}>
        Back
      </ButtonLink>
      <Card title={title} step={step} question="Who are you?">
        <ProfileForm {...props} />
      </Card>
      <Panel as="aside" title="Almost there">
        <p>This is the last step. You can change your names later.</p>
        {isByLink && <p>{comingBack(props.invitation)}</p>}
      </Panel>
    </Page>
  );
}
