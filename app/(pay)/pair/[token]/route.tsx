import { PairView } from "@/components/pay/pair-view";
import { systemWorld } from "@/lib/services/desk/system-world";
import { readPairing } from "@/lib/services/money/phone/pair";
import { nothing, payRoute, show } from "../../respond";

/** Opened on the phone that is to forward its network's messages: what its program has to know. */
export const GET = payRoute<{ token: string }>((pay, { token }) => {
  const pairing = readPairing(systemWorld(), token);
  if (!pairing) return nothing(pay);
  return show(pay, <PairView page={pay.page(null, { test: false })} pairing={pairing} />);
});
