import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Redirect, useLocation } from "wouter";
import { Login, type login } from "#contract/accounts/sign-in.ts";
import type { Sent } from "#contract/endpoint.ts";
import { PasskeyOffer } from "#web/features/accounts/passkeys/passkey-sign-in.tsx";
import { ProviderSignIns } from "#web/features/accounts/provider-sign-in.tsx";
import { notSignedIn, useLogin } from "#web/features/accounts/queries.ts";
import { forgetPlace, rememberedPlace, rememberPlace } from "#web/features/accounts/return-place.ts";
import { WaitingHere } from "#web/features/help/requests/sign-in-first.tsx";
import { isNetworkFailure } from "#web/platform/api/call.ts";
import { signInAsAdmin, useToken } from "#web/platform/api/session.ts";
import { Button, ButtonLink } from "#web/ui/action/button.tsx";
import { TextField } from "#web/ui/form/field.tsx";
import { Form, Or } from "#web/ui/form/form.tsx";
import { useSchemaForm } from "#web/ui/form/schema-form.ts";
import { Stack } from "#web/ui/layout/layout.tsx";
import { Page } from "#web/ui/page/page.tsx";
import { toastError } from "#web/ui/toast/toast-error.ts";

type Typed = Sent<typeof login>["body"];

function useEnterPanel() {
  const queries = useQueryClient();
  return async ({ token }: { token: string }) => {
    queries.clear();
    // The page that asked for the sign-in shows itself as soon as there is a token.
    signInAsAdmin(token);
  };
}

function useLogIn() {
  const enter = useEnterPanel();
  const { mutateAsync: login } = useLogin();
  return async (typed: Typed) => {
    const loggedIn = await login(typed).catch((error: unknown): never => {
      const otherwise = isNetworkFailure(error) ? notSignedIn.unreached : "Invalid credentials";
      throw toastError(error, { title: "Login failed", otherwise });
    });
    await enter(loggedIn);
  };
}

/** Shown at /admin-login, and on the pages of the panel while nobody is signed in. */
export function AdminLogin() {
  const [path] = useLocation();
  const isOwnPage = path === "/admin-login";
  const enter = useEnterPanel();
  const form = useSchemaForm<Typed, Typed>({
    schema: Login,
    defaults: { username: "", password: "" },
    onSubmit: useLogIn(),
  });
  return (
    <Page title="Admin Login">
      <WaitingHere />
      <Stack gap={24} isNarrow>
        <h1>Admin Login</h1>
        <ProviderSignIns isReturning={!isOwnPage} />
        <PasskeyOffer onSignedIn={enter} />
        <Or>Or continue with username</Or>
        <Form of={form}>
          <TextField {...form.field("username")} label="Username" autoComplete="username" />
          <TextField
            {...form.field("password")}
            label="Password"
            type="password"
            autoComplete="current-password"
          />
          <Button type="submit" variant="primary" isBusy={form.isBusy} busyLabel="Logging in...">
            Login
          </Button>
        </Form>
        <ButtonLink variant="quiet" href="/?signup" isStart onClick={rememberPlace}>
          Sign in with a code
        </ButtonLink>
        <ButtonLink variant="back" href="/">
          Back to Home
        </ButtonLink>
      </Stack>
    </Page>
  );
}

/** Leads to the page that was open before the sign-in, or to the panel. */
function GoOn() {
  const [place] = useState(() => rememberedPlace() ?? "/admin");
  useEffect(forgetPlace, []);
  return <Redirect to={place} replace />;
}

export const AdminLoginPage = () => (useToken() === null ? <AdminLogin /> : <GoOn />);
