"use client";

import { useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { ActionForm, type ActionTarget } from "./action-form";
import { workerOf } from "./service-worker";

interface PushSwitchProps {
  to: ActionTarget["action"];
  /** The instance's key, which the browser binds its address to. */
  publicKey: string;
  language: string;
  labels: { on: string; denied: string; unable: string };
}

type State = "unable" | "able" | "denied";

/** Asks the browser for an address for push messages and sends it as a form. Without scripts there is no such thing. */
export function PushSwitch({ to, publicKey, language, labels }: PushSwitchProps) {
  const [state, setState] = useState<State>("unable");
  const [isBusy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if ("serviceWorker" in navigator && "PushManager" in window)
      setState(Notification.permission === "denied" ? "denied" : "able");
  }, []);
  const press = async () => {
    setBusy(true);
    try {
      if ((await Notification.requestPermission()) !== "granted") return setState("denied");
      await workerOf(language);
      const { pushManager } = await navigator.serviceWorker.ready;
      const subscription = await pushManager.subscribe({
        userVisibleOnly: true,
        applicationServerKey: publicKey,
      });
      if (!field.current) return;
      field.current.value = JSON.stringify(subscription);
      field.current.form?.requestSubmit();
    } catch {
      setState("unable");
    } finally {
      setBusy(false);
    }
  };
  if (state !== "able") return <p className="text-ink-2">{labels[state]}</p>;
  return (
    <ActionForm to={{ action: to, fields: {} }}>
      <input ref={field} type="hidden" name="subscription" />
      <Button type="button" onClick={press} aria-busy={isBusy}>
        {labels.on}
      </Button>
    </ActionForm>
  );
}
