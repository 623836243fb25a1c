/** A message was not taken. `final`: nobody will take it at this address, so trying again only annoys. */
export class DeliveryProblem extends Error {
  override name = "DeliveryProblem";
  readonly final: boolean;
  constructor(message: string, final: boolean) {
    super(message);
    this.final = final;
  }
}
