import { Notice } from "@/components/ui/notice";

/** Others see why there is no button. */
export function OwnerOnly() {
  return (
    <Notice tone="info" title="Only the owner of the store can make and delete keys">
      A key can do everything the API can, so it is in one person’s hands. Ask the owner for one.
    </Notice>
  );
}
