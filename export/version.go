package export

// Version is the version of voi in manifests and in the created_by field of every shard. It
// is changed by hand: the same source gives the same bytes, whatever a build stamps.
const Version = "0.1.0"

// SchemaVersion is the version of the columns of [Row]. Changing a name, a type, an order
// or a meaning requires a new version.
const SchemaVersion = 2
