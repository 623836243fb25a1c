import { Refusal } from "@/lib/domain/refusal";
import type { ChannelOutcome } from "@/lib/resources/invoice-input";

/** No channel took the invoice: Refusal `delivery_failed`, and why for each channel. */
export class DeliveryFailed extends Refusal {
  readonly deliveries: readonly ChannelOutcome[];
  constructor(deliveries: readonly ChannelOutcome[]) {
    super("delivery_failed");
    this.deliveries = deliveries;
  }
}
