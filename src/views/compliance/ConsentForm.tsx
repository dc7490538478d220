import { useState } from 'react';
import {
  type ConsentEntry,
  listConsents,
  readContactability,
  recordConsent,
  retractConsent,
} from '#contract/compliance.contract.ts';
import {
  CONSENT_CHANNELS,
  CONSENT_KINDS,
  CONSENT_PURPOSES,
  CONSENT_SOURCES,
} from '#contract/compliance/consent-kinds.contract.ts';
import type { Contact } from '#contract/contacts.contract.ts';
import { readTimeline } from '#contract/timeline.contract.ts';
import { IANA_ZONES } from '#rules/time/time-zone.ts';
import { clockNow } from '../../store/demo-clock.ts';
import { useApp } from '../_base/use-app.ts';
import { useSubmit } from '../_base/use-submit.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { Note } from '../_kit/display/Note.tsx';
import { SelectField } from '../_kit/controls/SelectField.tsx';
import { TextArea, TextField } from '../_kit/controls/TextField.tsx';
import { useUndo } from '../timeline/use-undo.ts';
import { CHANNEL_WORDS, KIND_WORDS, PURPOSE_WORDS, SOURCE_WORDS } from './compliance-words.ts';
import { saidAt } from './said-at.ts';

const STALE = [listConsents, readContactability, readTimeline];

interface Draft {
  readonly kind: ConsentEntry['kind'];
  readonly channel: ConsentEntry['channel'];
  readonly purpose: ConsentEntry['purpose'];
  readonly source: ConsentEntry['source'];
  readonly evidence: string;
  /** A day; empty: now. */
  readonly saidOn: string;
  readonly expiresOn: string;
}

const EMPTY: Draft = {
  kind: 'given',
  channel: 'any',
  purpose: 'any',
  source: 'asked',
  evidence: '',
  saidOn: '',
  expiresOn: '',
};

const optionsOf = <T extends string>(values: readonly T[], words: Readonly<Record<T, string>>) =>
  values.map((value) => ({ value, label: words[value] }));

/** An entry of a do-not-call list only has its subject. */
const channelsOf = (kind: Draft['kind']) =>
  CONSENT_CHANNELS.filter((channel) => kind !== 'do_not_call' || (channel !== 'mail' && channel !== 'share'));

/** Records consent or a refusal, with its source. */
export function ConsentForm({ contact, onClose }: { contact: Contact; onClose: () => void }) {
  const zone = IANA_ZONES[useApp().user.timezone];
  const [draft, setDraft] = useState(EMPTY);
  const offerUndo = useUndo(retractConsent, { invalidates: STALE, undone: 'Consent entry retracted' });
  const record = useSubmit(recordConsent, {
    invalidates: STALE,
    onDone: ({ data }) => {
      offerUndo('Consent recorded', { params: { id: contact.id, consentId: data.id ?? 0 } });
      onClose();
    },
  });
  const fields = record.error?.fields ?? {};
  const change = (next: Partial<Draft>) => setDraft({ ...draft, ...next });
  const { kind, channel, purpose, source, evidence, saidOn, expiresOn } = draft;
  const submit = () =>
    record.submit({
      params: { id: contact.id },
      body: {
        kind,
        channel,
        purpose: channel === 'share' ? 'any' : purpose,
        source,
        evidence,
        ...saidAt(kind, saidOn, { zone, now: clockNow() }),
        expires_on: kind === 'given' && expiresOn ? expiresOn : null,
      },
    });

  return (
    <form
      className="form-grid consent-form"
      aria-label="Record consent"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <SelectField
        label="Consent"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- opening the form leads to typing in it
        autoFocus
        value={kind}
        options={optionsOf(CONSENT_KINDS, KIND_WORDS)}
        onChange={({ currentTarget: { value } }) => {
          const next = value as Draft['kind'];
          change({ kind: next, channel: channelsOf(next).includes(channel) ? channel : 'call' });
        }}
      />
      <SelectField
        label="Channels"
        value={channel}
        error={fields['channel']?.[0]}
        options={optionsOf(channelsOf(kind), {
          ...CHANNEL_WORDS,
          any: kind === 'withdrawn' ? 'All channels' : CHANNEL_WORDS.any,
        })}
        onChange={(event) => change({ channel: event.currentTarget.value as Draft['channel'] })}
      />
      {channel === 'share' ? null : (
        <SelectField
          label="Purpose"
          value={purpose}
          options={optionsOf(CONSENT_PURPOSES, PURPOSE_WORDS)}
          onChange={(event) => change({ purpose: event.currentTarget.value as Draft['purpose'] })}
        />
      )}
      <SelectField
        label="Consent source"
        value={source}
        options={optionsOf(CONSENT_SOURCES, SOURCE_WORDS)}
        onChange={(event) => change({ source: event.currentTarget.value as Draft['source'] })}
      />
      <div className="whole">
        <TextArea
          label="Evidence"
          hint="Their exact words, the form and date, or the recording number."
          value={evidence}
          maxLength={1000}
          error={fields['evidence']?.[0]}
          onChange={(event) => change({ evidence: event.currentTarget.value })}
        />
      </div>
      <TextField
        label="Date given"
        type="date"
        hint="Leave empty for now"
        value={saidOn}
        error={fields['given_at']?.[0]}
        onChange={(event) => change({ saidOn: event.currentTarget.value })}
      />
      {kind === 'given' ? (
        <TextField
          label="Expires"
          type="date"
          hint="Leave empty if it doesn't expire"
          value={expiresOn}
          error={fields['expires_on']?.[0]}
          onChange={(event) => change({ expiresOn: event.currentTarget.value })}
        />
      ) : null}
      {record.error && Object.keys(fields).length === 0 ? (
        <div className="whole">
          <Note tone="bad" title={record.error.message} role="alert">
            Your changes are kept.
          </Note>
        </div>
      ) : null}
      <footer className="whole form-end">
        <Button type="button" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" look="primary" busy={record.state === 'submitting'}>
          Record consent
        </Button>
      </footer>
    </form>
  );
}
