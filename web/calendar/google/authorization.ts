// The way to Google: its address, its popup, and asking whether it has led anywhere.

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
const aSecond = 1_000;

async function authorizationAddress(): Promise<string> {
  const { authUrl } = await call(getCalendarAuthUrl);
  if (!authUrl) throw new Error(noAddress);
  return authUrl;
}

/** False where the browser did not let it open. */
const openPopup = (address: string): boolean =>
  window.open(address, "porchlight-calendar", "popup,width=800,height=600") !== null;

const pause = () => new Promise((done) => setTimeout(done, aSecond));

/** Asks once a second; a question that fails is asked again. */
async function becomesConnected(signal: AbortSignal): Promise<boolean> {
  for (let attempt = 0; attempt < maxAttempts && !signal.aborted; attempt++) {
    await pause();
    const settings = await call(getCalendarSettings, undefined, signal).catch(() => undefined);
    if (settings?.isConnected) return true;
  }
  return false;
}

const unreached = "Connecting to Google Calendar failed. Please try again.";

/** Returns the address where the browser did not open the popup. */
async function begin(): Promise<string | undefined> {
  const address = await authorizationAddress();
  const isOpen = openPopup(address);
  const description = isOpen ? "Please finish in the window that opened." : "Please use the link below.";
  toast({ title: "Authorization Started", description });
  return isOpen ? undefined : address;
}

function notBegun(error: unknown): ActionResult {
  const otherwise = isNetworkFailure(error) ? unreached : noAddress;
  return { isGood: false, words: refusalOf(error, { title: "Connection Error", otherwise }).message };
}

function ended(isGood: boolean): ActionResult {
  const words = isGood
    ? "Your Google Calendar is connected."
    : "Unable to confirm the connection. You may need to try again.";
  if (isGood) toast({ title: "Connection Successful", description: words });
  else toast({ title: "Connection Timeout", description: words, variant: "destructive" });
  return { isGood, words };
}

interface Connecting {
  isBusy: boolean;
  blocked?: string | undefined;
  result?: ActionResult | undefined;
}

/** Leads to Google and waits for what comes of it, for as long as it is on screen. */
export function useConnecting() {
  const queries = useQueryClient();
  const [connecting, setConnecting] = useState<Connecting>({ isBusy: false });
  const waiting = useRef(new AbortController());
  useEffect(() => {
    const controller = new AbortController();
    waiting.current = controller;
    return () => controller.abort();
  }, []);
  const wait = async (blocked: string | undefined): Promise<ActionResult | undefined> => {
    setConnecting({ isBusy: true, blocked });
    const { signal } = waiting.current;
    const isConnected = await becomesConnected(signal);
    if (signal.aborted) return undefined;
    await queries.invalidateQueries({ queryKey: ["calendar-settings"] });
    return ended(isConnected);
  };
  const start = async () => {
    setConnecting({ isBusy: true });
    setConnecting({ isBusy: false, result: await begin().then(wait, notBegun) });
  };
  return { ...connecting, start, tell: (result?: ActionResult) => setConnecting({ isBusy: false, result }) };
}
