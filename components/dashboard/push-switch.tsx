import { Button } from "@/components/ui/button";
import { ActionForm, type ActionTarget } from "./action-form";

/**
 * Sends this browser's address for push messages, once it has given one to `listenToPush` (push.ts). `publicKey` is the instance's,
 * which the browser binds the address to. Without scripts there is no such thing.
 */
export function PushSwitch(props: {
  to: ActionTarget["action"];
  publicKey: string;
  labels: { on: string; denied: string; unable: string };
}) {
  const { to, publicKey, labels } = props;
  return (
    <div data-push={publicKey}>
      <p className="text-ink-2">{labels.unable}</p>
      <p hidden className="text-ink-2">
        {labels.denied}
      </p>
      <div hidden>
        <ActionForm to={{ action: to, fields: { subscription: "" } }}>
          <Button type="button">{labels.on}</Button>
        </ActionForm>
      </div>
    </div>
  );
}
