import { Refusal } from "@/lib/domain/refusal";
import type { InvoiceDelivery } from "@/lib/resources/invoice-input";

/** No channel took the invoice: Refusal `delivery_failed`, and why for each channel. */
export class DeliveryFailed extends Refusal {
  readonly deliveries: readonly InvoiceDelivery[];
  constructor(deliveries: readonly InvoiceDelivery[]) {
    super("delivery_failed");
    this.deliveries = deliveries;
  }
}
