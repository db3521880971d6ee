// Connects a Google calendar: opens the popup for Google's permission, and waits for the result.
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { getCalendarAuthUrl } from "#contract/calendar/google.ts";
import { getCalendarSettings } from "#contract/calendar/settings.ts";
import { call, isNetworkFailure } from "#web/api/call.ts";
import type { ActionResult } from "#web/ui/state/outcome.tsx";
import { refusalOf } from "#web/ui/toast/refusal.ts";
import { toast } from "#web/ui/toast/toast.ts";

const noAddress = "Failed to get authorization URL";

const maxAttempts = 30;
const intervalMs = 1_000;

async function authorizationAddress(): Promise<string> {
  const { authUrl } = await call(getCalendarAuthUrl);
  if (!authUrl) throw new Error(noAddress);
  return authUrl;
}

/** Returns false if the browser blocked the popup. */
const openPopup = (address: string): boolean =>
  window.open(address, "porchlight-calendar", "popup,width=800,height=600") !== null;

const pause = () => new Promise((done) => setTimeout(done, intervalMs));

/** Asks the server once a second, even after a failure. */
async function waitForConnection(signal: AbortSignal): Promise<boolean> {
  for (let attempt = 0; attempt < maxAttempts && !signal.aborted; attempt++) {
    await pause();
    const settings = await call(getCalendarSettings, undefined, signal).catch(() => undefined);
    if (settings?.isConnected) return true;
  }
  return false;
}

const unreached = "Connecting to Google Calendar failed. Please try again.";

/** Returns the address if the browser blocked the popup. */
async function openAuthorization(): Promise<string | undefined> {
  const address = await authorizationAddress();
  const isOpen = openPopup(address);
  const description = isOpen ? "Please finish in the window that opened." : "Please use the link below.";
  toast({ title: "Authorization Started", description });
  return isOpen ? undefined : address;
}

function toFailure(error: unknown): ActionResult {
  const otherwise = isNetworkFailure(error) ? unreached : noAddress;
  return { isGood: false, words: refusalOf(error, { title: "Connection Error", otherwise }).message };
}

function toResult(isGood: boolean): ActionResult {
  const words = isGood
    ? "Your Google Calendar is connected."
    : "Unable to confirm the connection. You may need to try again.";
  if (isGood) toast({ title: "Connection Successful", description: words });
  else toast({ title: "Connection Timeout", description: words, variant: "destructive" });
  return { isGood, words };
}

interface ConnectionAttempt {
  isBusy: boolean;
  blocked?: string | undefined;
  result?: ActionResult | undefined;
}

/** Opens Google's page and waits for the result while the component is on screen. */
export function useGoogleConnection() {
  const queries = useQueryClient();
  const [attempt, setAttempt] = useState<ConnectionAttempt>({ isBusy: false });
  const waiting = useRef(new AbortController());
  useEffect(() => {
    const controller = new AbortController();
    waiting.current = controller;
    return () => controller.abort();
  }, []);
  const wait = async (blocked: string | undefined): Promise<ActionResult | undefined> => {
    setAttempt({ isBusy: true, blocked });
    const { signal } = waiting.current;
    const isConnected = await waitForConnection(signal);
    if (signal.aborted) return undefined;
    await queries.invalidateQueries({ queryKey: ["calendar-settings"] });
    return toResult(isConnected);
  };
  const start = async () => {
    setAttempt({ isBusy: true });
    setAttempt({ isBusy: false, result: await openAuthorization().then(wait, toFailure) });
  };
  return { ...attempt, start, showResult: (result?: ActionResult) => setAttempt({ isBusy: false, result }) };
}
