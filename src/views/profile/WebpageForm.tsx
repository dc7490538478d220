import { type FormEvent, useState } from 'react';
import { updateWebpage } from '#contract/profile.contract.ts';
import { useApp } from '../_base/use-app.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { Card } from '../_kit/display/Card.tsx';
import { Checkbox } from '../_kit/controls/Checkbox.tsx';
import { TextArea, TextField } from '../_kit/controls/TextField.tsx';
import { FormFailure } from './FormFailure.tsx';
import { pageAddress } from './page-address.ts';
import { heldUnless, useOwnChange } from './use-own-change.ts';

interface Draft {
  domain?: string;
  title?: string;
  about_me?: string;
  active?: boolean;
}

/** The basics of the agent's own public page. */
export function WebpageForm() {
  const { user } = useApp();
  const [draft, setDraft] = useState<Draft>({});
  const save = useOwnChange(updateWebpage, 'Public page saved.', () => setDraft({}));
  const fields = save.error?.fields ?? {};
  const kept = { ...user.webpage, domain: user.webpage.domain ?? '' };
  const page = { ...kept, ...draft };
  const changed = Object.entries(draft).filter(([name, value]) => value !== kept[name as keyof Draft]);
  const text = (name: 'domain' | 'title' | 'about_me') => ({
    value: page[name],
    error: fields[`webpage.${name}`]?.[0],
    onChange: (event: FormEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      setDraft({ ...draft, [name]: event.currentTarget.value }),
  });

  const submit = () => {
    const named = Object.fromEntries(changed);
    const webpage = { ...named, ...('domain' in named && { domain: page.domain === '' ? null : page.domain }) };
    save.submit({ params: { id: user.id }, body: { webpage } });
  };

  return (
    <Card title="Your public page" padded>
      <form
        className="settings-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (changed.length > 0) submit();
        }}
      >
        <div className="pair">
          <TextField
            label="Page address"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={32}
            hint={page.domain === '' ? 'Letters, digits and hyphens.' : pageAddress(page.domain, location)}
            {...text('domain')}
            onChange={(event) => setDraft({ ...draft, domain: event.currentTarget.value.toLowerCase() })}
          />
          <TextField label="Title" autoComplete="off" maxLength={120} {...text('title')} />
        </div>
        <TextArea label="About me" rows={4} maxLength={4_000} {...text('about_me')} />
        <Checkbox checked={page.active} onCheckedChange={(active) => setDraft({ ...draft, active })}>
          Show the page to everyone
        </Checkbox>
        <FormFailure failure={save.error} shown={['webpage.domain', 'webpage.title', 'webpage.about_me']} />
        <div className="settings-acts">
          <Button type="submit" busy={save.state === 'submitting'} refusal={heldUnless(changed.length > 0)}>
            Save public page
          </Button>
        </div>
      </form>
    </Card>
  );
}
