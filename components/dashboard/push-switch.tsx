import { Button } from "@/components/ui/button";
import { ActionForm, type ActionTarget } from "./action-form";

interface PushSwitchProps {
  to: ActionTarget["action"];
  /** The instance's key, which the browser binds its address to. */
  publicKey: string;
  labels: { on: string; denied: string; unable: string };
}

/** Asks the browser for an address for push messages and sends it as a form (push.ts). Without scripts there is no such thing. */
export function PushSwitch({ to, publicKey, labels }: PushSwitchProps) {
  return (
    <div data-push={publicKey} data-denied={labels.denied}>
      <p className="text-ink-2">{labels.unable}</p>
      <div hidden>
        <ActionForm to={{ action: to, fields: { subscription: "" } }}>
          <Button type="button">{labels.on}</Button>
        </ActionForm>
      </div>
    </div>
  );
}
