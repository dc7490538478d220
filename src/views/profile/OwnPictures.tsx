import { readProfile } from '#contract/profile.contract.ts';
import { useApp } from '../_base/use-app.ts';
import { useResource } from '../_base/use-resource.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { Avatar } from '../_kit/display/Avatar.tsx';
import { Card } from '../_kit/display/Card.tsx';
import { Note } from '../_kit/display/Note.tsx';
import { SkeletonLines } from '../_kit/states/Skeleton.tsx';
import { OwnFile } from './OwnFile.tsx';

interface OwnPicturesProps {
  /** The user has a public page. */
  hasPage: boolean;
}

/** Photo and logo of the user, and photo and flyer of their public page. */
export function OwnPictures({ hasPage }: OwnPicturesProps) {
  const { user } = useApp();
  // Addresses work for some minutes: they are asked for with each visit and change.
  const version = JSON.stringify([user.profile, user.webpage]);
  const { data, error, reload } = useResource(readProfile, {}, { version });
  const name = `${user.first_name} ${user.last_name}`;
  if (data === null) {
    return (
      <Card title="Photos and logo" padded>
        {error === null ? (
          <SkeletonLines lines={3} label="Loading your photos" />
        ) : (
          <Note tone="bad" title="Couldn't load your photos" role="alert">
            <p>{error.message}</p>
            <Button size="small" onClick={reload}>
              Try again
            </Button>
          </Note>
        )}
      </Card>
    );
  }
  const { personal_photo: photo, logo, webpage_photo: pagePhoto, webpage_flyer: flyer } = data.data;
  return (
    <Card title="Photos and logo" padded>
      <div className="settings-form">
        <OwnFile
          kind="personal_photo"
          label="Profile photo"
          hint="PNG, JPEG, GIF or WebP, at most 5 MB. It is cut to a square."
          url={photo}
          shown={<Avatar name={name} size="huge" src={photo} />}
        />
        <OwnFile
          kind="logo"
          label="Logo"
          hint={
            logo === null
              ? 'Shown at the top of your public page.'
              : 'Shown at the top of your public page. Choose another one to replace it.'
          }
          url={logo}
          shown={
            logo === null ? <span className="own-logo" /> : <img className="own-logo" src={logo} alt="Your logo" />
          }
        />
        {hasPage ? (
          <>
            <OwnFile
              kind="photo"
              label="Photo on your public page"
              hint={
                pagePhoto === null
                  ? 'Your profile photo is shown until you choose one.'
                  : 'Shown instead of your profile photo.'
              }
              url={pagePhoto}
              shown={<Avatar name={name} size="huge" src={pagePhoto ?? photo} />}
            />
            <OwnFile
              kind="flyer"
              label="Flyer"
              hint="A PDF or an image, at most 5 MB, linked on your public page."
              url={flyer}
              shown={
                flyer === null ? (
                  <span className="own-logo" />
                ) : (
                  <a className="link own-logo" href={flyer} target="_blank" rel="noreferrer">
                    Open flyer
                  </a>
                )
              }
            />
          </>
        ) : null}
      </div>
    </Card>
  );
}
