import { useEffect, useState } from "react";
import { useLocation } from "wouter";
import { SignInCode, signInCodeInGroups } from "#contract/accounts/sign-in-codes.ts";
import { readLinkCode } from "#contract/typed-words.ts";
import { useToken } from "#web/platform/api/session.ts";
import { Button, ButtonLink } from "#web/ui/action/button.tsx";
import { TextField } from "#web/ui/form/field.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { useSchemaForm } from "#web/ui/form/schema-form.ts";
import { Page } from "#web/ui/page/page.tsx";
import { Note } from "#web/ui/surface/note.tsx";
import { Card } from "#web/ui/surface/panel.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { LogOutButton } from "../log-out-button.tsx";
import { notSignedIn, useSignInByCode } from "../queries.ts";
import { forgetPlace, rememberedPlace } from "../return-place.ts";
import { knownArrival, useArrival } from "../signup/arrival.ts";

/**
 * Takes the code after the # of a scanned link, which browsers send to no server. It is removed from the address at
 * once.
 */
function takeScannedCode(): string {
  // Browsers encode the signs that were copied with a link.
  const code = readLinkCode(new URLSearchParams(`code=${location.hash.slice(1)}`).get("code") ?? "");
  if (code) history.replaceState(history.state, "", location.pathname);
  return signInCodeInGroups(code);
}

function CodeForm({ scanned }: { scanned: string }) {
  const { mutateAsync: signIn } = useSignInByCode();
  const arrive = useArrival(undefined);
  const [, navigate] = useLocation();
  const form = useSchemaForm<SignInCode, SignInCode>({
    schema: SignInCode,
    defaults: { code: scanned },
    onSubmit: async (typed) => {
      const { token, user } = await signIn(typed);
      await arrive(knownArrival(token, user));
      toast({ title: "Signed in", description: `Welcome back, ${user.displayName}!` });
      navigate(rememberedPlace() ?? "/", { replace: true });
      forgetPlace();
    },
    failed: { ...notSignedIn, otherwise: "Please try again." },
  });
  return (
    <Form of={form}>
      <TextField
        {...form.field("code")}
        label="Code from your family"
        hint="8 letters and numbers, for example 7K4M 9QXT"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        isCode
      />
      <Button type="submit" variant="primary" isBusy={form.isBusy} busyLabel="Signing in...">
        Sign in on this device
      </Button>
    </Form>
  );
}

const SignedInAlready = () => (
  <>
    <Note kind="warn" title="Someone is signed in on this device.">
      <p>Please log out first. Then scan or type the code again.</p>
    </Note>
    <LogOutButton />
  </>
);

/** Signs in with a code that somebody in the family shows. After scanning a link, the person still has to tap. */
export function SignInCodePage() {
  const [scanned, setScanned] = useState("");
  const [isSignedIn] = useState(useToken() !== null);
  useEffect(() => setScanned(takeScannedCode()), []);
  return (
    <Page title="Sign in with a code from your family" layout="card" focusesField>
      <ButtonLink variant="back" href="/?signup">
        Back
      </ButtonLink>
      <Card title="Sign in" question="What is the code that your family shows you?">
        {isSignedIn ? <SignedInAlready /> : <CodeForm key={scanned} scanned={scanned} />}
      </Card>
    </Page>
  );
}
