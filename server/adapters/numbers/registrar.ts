import type { BrandStatus, Campaign, CampaignStatus } from '#contract/registration.contract.ts';

export interface BrandState {
  readonly sid: string;
  readonly status: BrandStatus;
  /** One sentence, with FAILED. */
  readonly failure: string;
}

export interface CampaignState {
  readonly sid: string;
  readonly status: CampaignStatus;
  /** Sentences of the carriers. */
  readonly errors: readonly string[];
}

export interface BrandProfiles {
  readonly customerProfileSid: string;
  readonly a2pProfileSid: string;
}

/** A registration that was submitted before. */
export interface Submitted {
  readonly serviceSid: string;
  readonly sid: string;
  readonly at: Date;
}

/** The registrar said no, and will as long as nothing changes. */
export class RegistrarRefused extends Error {
  override readonly name = 'RegistrarRefused';
  /** One sentence to show. */
  readonly reason: string;

  constructor(reason: string, options?: ErrorOptions) {
    super('A registration was refused.', options);
    this.reason = reason;
  }
}

/** The registrar is busy or away, or refuses this installation. */
export class RegistrarAway extends Error {
  override readonly name = 'RegistrarAway';
}

/**
 * Registers business texts with US carriers. Each call may be repeated: what exists is taken over, never made twice.
 * All throw {@link RegistrarRefused} and {@link RegistrarAway}.
 */
export interface Registrar {
  readonly name: 'embedded' | 'twilio';
  registerBrand(profiles: BrandProfiles): Promise<BrandState>;
  readBrand(brand: Omit<Submitted, 'serviceSid'>): Promise<BrandState>;
  registerCampaign(
    campaign: Campaign & { readonly serviceSid: string; readonly brandSid: string },
  ): Promise<CampaignState>;
  readCampaign(campaign: Submitted & { readonly said: Campaign }): Promise<CampaignState>;
  /** Numbers that the service sends from, in E.164. */
  listNumbers(serviceSid: string): Promise<readonly string[]>;
  registerNumber(serviceSid: string, number: string): Promise<void>;
}
